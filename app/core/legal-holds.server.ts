import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { legalHolds } from "~/db/schema/privacy/retention";

/** Whether a legal hold stands on the application whose key this is: nothing of it may go then (V-RET-13). */
export const isUnderHold = (applicationId: SQL): SQL =>
  sql`exists (select from legal_holds h where h.application_id = ${applicationId} and h.removed_at is null)`;

/** Whether one stands on the case that was made from this inquiry: the inquiry belongs to it. */
export const isInquiryUnderHold = (inquiryId: SQL): SQL =>
  sql`exists (select from visa_applications a where a.inquiry_id = ${inquiryId} and ${isUnderHold(sql`a.id`)})`;

/** The numbers of held cases, restricted ones too. */
export const numbersUnderHold: SQL = sql`
  select a.application_number from legal_holds h join visa_applications a on a.id = h.application_id where h.removed_at is null
  union all select r.application_number from legal_holds h join restricted_cases r on r.id = h.restricted_id
  where h.removed_at is null`;

/** All holds of a case, restricted or not, whose key this is. */
export const holdsOn = (id: string) => or(eq(legalHolds.applicationId, id), eq(legalHolds.restrictedId, id));

/** The hold that stands on a case, restricted or not. */
export async function activeHold(from: Queryable, id: string) {
  const [hold] = await from
    .select()
    .from(legalHolds)
    .where(and(holdsOn(id), isNull(legalHolds.removedAt)));
  return hold ?? null;
}
