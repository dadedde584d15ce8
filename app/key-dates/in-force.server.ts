import { type SQL, sql } from "drizzle-orm";
import { keyDates } from "~/db/schema/key-dates";

/**
 * For queries of `key_dates`: those of a case count while it is approved, unless they are left from an earlier approval
 * and nobody has decided about them yet; those of a client always do. Settled ones are included.
 */
export const isInForce: SQL<boolean> = sql`(${keyDates.suspendedAt} is null and (${keyDates.applicationId} is null
  or exists (select from visa_applications a where a.id = ${keyDates.applicationId} and a.status = 'approved')))`;
