import { asc, inArray } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { type KeyDateRow, keyDateReminders } from "~/db/schema/key-dates";
import { keyDateLabel, settlementLabels } from "./key-date";

/** For the copy of a person's data: these key dates with their reminders, without internal keys. */
export async function ownKeyDates(from: Queryable, rows: readonly KeyDateRow[]) {
  const ids = rows.map(({ id }) => id);
  const reminders = await from
    .select()
    .from(keyDateReminders)
    .where(inArray(keyDateReminders.keyDateId, ids))
    .orderBy(asc(keyDateReminders.createdAt), asc(keyDateReminders.days));
  return rows.map((row) => ({
    what: keyDateLabel(row),
    validFrom: row.validFrom,
    endsOn: row.endsOn,
    note: row.note,
    remindedAnyway: row.isRemindedAnyway,
    settled: row.settledAs && settlementLabels[row.settledAs],
    settledAt: row.settledAt,
    remindersStoppedAt: row.stoppedAt,
    notInForceSince: row.suspendedAt,
    recordedAt: row.createdAt,
    changedAt: row.updatedAt,
    reminders: reminders
      .filter(({ keyDateId }) => keyDateId === row.id)
      .map(({ endsOn, days, passedOver, toldAs, toldOn, createdAt }) => ({
        ...{ endsOn, daysBefore: days, passedOver, at: createdAt, toldBy: toldAs, toldOn },
      })),
  }));
}
