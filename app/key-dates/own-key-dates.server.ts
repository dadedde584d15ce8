import { asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { keyDateReminders, keyDates } from "~/db/schema/key-dates";
import { keyDateLabel, settlementLabels } from "./key-date";

/** For the copy of a person's data: the key dates of a case or client with their reminders, without internal keys. */
export async function ownKeyDates(from: Queryable, owner: { applicationId: string } | { clientId: string }) {
  const isOwn =
    "applicationId" in owner ? eq(keyDates.applicationId, owner.applicationId) : eq(keyDates.clientId, owner.clientId);
  const rows = await from
    .select()
    .from(keyDates)
    .where(isOwn)
    .orderBy(sql`${keyDates.endsOn} nulls last`, asc(keyDates.createdAt));
  const reminders = await from
    .select({ reminder: keyDateReminders })
    .from(keyDateReminders)
    .innerJoin(keyDates, eq(keyDates.id, keyDateReminders.keyDateId))
    .where(isOwn)
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
      .filter(({ reminder }) => reminder.keyDateId === row.id)
      .map(({ reminder: { endsOn, days, passedOver, toldAs, toldOn, createdAt } }) => ({
        ...{ endsOn, daysBefore: days, passedOver, at: createdAt, toldBy: toldAs, toldOn },
      })),
  }));
}
