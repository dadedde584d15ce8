import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { type KeyDateRow, keyDates } from "~/db/schema/key-dates";

/** Whose key date it is: a case's or an imported client's. */
export type KeyDateOwner =
  | { applicationId: string; clientId?: undefined }
  | { clientId: string; applicationId?: undefined };

const isOf = ({ applicationId, clientId }: KeyDateOwner): SQL =>
  applicationId === undefined ? eq(keyDates.clientId, clientId) : eq(keyDates.applicationId, applicationId);

/** All key dates of an owner, in force or not, settled ones included: the earliest first. */
export const keyDatesOf = (from: Queryable, owner: KeyDateOwner): Promise<KeyDateRow[]> =>
  from
    .select()
    .from(keyDates)
    .where(isOf(owner))
    .orderBy(sql`${keyDates.endsOn} nulls last`, asc(keyDates.createdAt), asc(keyDates.id));
