import { asc, eq, type SQL, sql } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { db, type Queryable } from "~/db/client.server";
import { type KeyDateRow, keyDates } from "~/db/schema/key-dates";
import { reminderStates } from "./reminders/reminder-states.server";

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

/** The same with what the desk shows of them: who settled them, and what became of their reminders. */
export async function deskKeyDates(owner: KeyDateOwner) {
  const rows = await keyDatesOf(db, owner);
  const [named, states] = await Promise.all([
    nameAll(
      db,
      rows.map(({ settledBy }) => settledBy),
    ),
    reminderStates(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({ ...row, settledByName: named(row.settledBy), reminders: states.get(row.id) }));
}
export type DeskKeyDate = Awaited<ReturnType<typeof deskKeyDates>>[number];
