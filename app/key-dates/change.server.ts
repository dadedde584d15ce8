import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { nassauDay } from "~/core/time";
import type { Transaction } from "~/db/client.server";
import { type KeyDateRow, keyDateReminders, keyDates } from "~/db/schema/key-dates";
import { emailNotifications } from "~/db/schema/mail";
import type { KeyDateSettlement } from "~/db/schema/values";
import type { KeyDate } from "./key-date";
import type { KeyDateOwner } from "./key-dates-of.server";

// Statements without rights: the verbs of cases and of clients lock the owner's row, check and record.

/** `by`: the admin's email. Returns null if the owner has the same one already. */
export async function addKeyDate(
  tx: Transaction,
  owner: KeyDateOwner,
  { kind, name, validFrom, endsOn, note, isRemindedAnyway }: KeyDate,
  by: string,
): Promise<KeyDateRow | null> {
  const fields = { kind, name, validFrom, endsOn, note, isRemindedAnyway };
  const [row] = await tx
    .insert(keyDates)
    .values({ ...owner, ...fields, madeBy: by })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export type ReminderRow = typeof keyDateReminders.$inferSelect;

type Fields = PgUpdateSetSource<typeof keyDates>;

/** Every change counts up the sequence of the calendar file, and the revision by which an older form is refused. */
async function changeKeyDate(tx: Transaction, id: string, fields: Fields): Promise<KeyDateRow> {
  const [row] = await tx
    .update(keyDates)
    .set({
      ...fields,
      sequence: sql`${keyDates.sequence} + 1`,
      revision: sql`${keyDates.revision} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(keyDates.id, id))
    .returning();
  if (!row) throw new Error(`Key date ${id} is gone although its owner is locked`);
  return row;
}

/**
 * A stop by its recipient stays: only they can resume the reminders. Where the correction decides whether there are
 * reminders, those that were past by then are passed over; of another day the trigger of `reminders_from` sees to that.
 */
export function correctKeyDate(
  tx: Transaction,
  id: string,
  { kind, name, validFrom, endsOn, note, isRemindedAnyway }: KeyDate,
): Promise<KeyDateRow> {
  const was = sql`(${keyDates.kind}, ${keyDates.validFrom}, ${keyDates.isRemindedAnyway})`;
  const is = sql`(${kind}::text, ${validFrom}::date, ${isRemindedAnyway}::boolean)`;
  return changeKeyDate(tx, id, {
    ...{ kind, name, validFrom, endsOn, note, isRemindedAnyway },
    remindersFrom: sql`case when ${was} is distinct from ${is} then ${nassauDay()}::date else ${keyDates.remindersFrom} end`,
  });
}

/** Returns its reminders, which are deleted with it, for `restoreKeyDate`. */
export async function removeKeyDate(tx: Transaction, id: string): Promise<ReminderRow[]> {
  const reminders = await tx.select().from(keyDateReminders).where(eq(keyDateReminders.keyDateId, id));
  await tx.delete(keyDates).where(eq(keyDates.id, id));
  return reminders;
}

/** `by`: the admin's email. */
export const settleKeyDate = (
  tx: Transaction,
  id: string,
  settledAs: KeyDateSettlement,
  by: string,
): Promise<KeyDateRow> => changeKeyDate(tx, id, { settledAs, settledAt: new Date(), settledBy: by });

/** Takes back that it is settled. */
export const unsettleKeyDate = (tx: Transaction, id: string): Promise<KeyDateRow> =>
  changeKeyDate(tx, id, { settledAs: null, settledAt: null, settledBy: null });

/** Puts one that an earlier approval left back into force. */
export const keepKeyDate = (tx: Transaction, id: string): Promise<KeyDateRow> =>
  changeKeyDate(tx, id, { suspendedAt: null });

/** Call when a case is no longer approved. Approved again, its key dates wait for `keepKeyDate`. */
export const suspendKeyDates = (tx: Transaction, applicationId: string): Promise<KeyDateRow[]> =>
  tx
    .update(keyDates)
    .set({
      suspendedAt: sql`now()`,
      sequence: sql`${keyDates.sequence} + 1`,
      revision: sql`${keyDates.revision} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(keyDates.applicationId, applicationId), isNull(keyDates.suspendedAt)))
    .returning();

/**
 * Undoes a change: puts the row back as it was. One that was removed gets its reminders back, so that none is sent
 * twice.
 */
export async function restoreKeyDate(
  tx: Transaction,
  row: KeyDateRow,
  reminders: readonly ReminderRow[] = [],
): Promise<void> {
  // A stop by its recipient since then stays.
  const { id, stoppedAt: _, ...fields } = row;
  await tx.insert(keyDates).values(row).onConflictDoUpdate({ target: keyDates.id, set: fields });
  const sent = await withMails(tx, reminders);
  if (sent.length > 0) await tx.insert(keyDateReminders).values(sent).onConflictDoNothing();
}

/**
 * A mail that was to be sent while its key date was removed is gone. Without its reminder the next run sends another.
 */
async function withMails(tx: Transaction, reminders: readonly ReminderRow[]): Promise<ReminderRow[]> {
  const ids = reminders.flatMap(({ mailId }) => mailId ?? []);
  if (ids.length === 0) return [...reminders];
  const { id } = emailNotifications;
  const rows = await tx.select({ id }).from(emailNotifications).where(inArray(id, ids)).for("key share");
  return reminders.filter(({ mailId }) => mailId === null || rows.some((mail) => mail.id === mailId));
}
