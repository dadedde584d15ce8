import { and, desc, eq, sql } from "drizzle-orm";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import type { ApplicationStatus } from "~/db/schema/values";
import { byDay, describeDistance, keyDateLabel, settlementLabels } from "~/key-dates/key-date";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { dayInWords, mailedOf } from "~/key-dates/mailed";
import type { MailedKeyDate } from "~/mail/calendar/key-date";
import { withoutUndoable } from "./undoable-key-dates.server";

type Application = { id: string; status: ApplicationStatus };

/** The key dates in force, the earliest first, as the applicant sees them. `status`: as the applicant sees it. */
export async function shownKeyDates({ id, status }: Application) {
  if (status !== "approved") return [];
  const today = nassauDay();
  const rows = await withoutUndoable(db, id, await keyDatesOf(db, { applicationId: id }));
  return rows
    .filter(({ suspendedAt }) => suspendedAt === null)
    .toSorted(byDay)
    .map((row) => ({
      id: row.id,
      label: keyDateLabel(row),
      day: dayInWords(row),
      validFrom: row.validFrom,
      hasPassed: row.endsOn !== null && row.endsOn < today,
      /** Empty once it is settled. */
      distance: row.settledAs ? "" : describeDistance(row, today),
      settled: row.settledAs ? settlementLabels[row.settledAs] : null,
      note: row.note,
      isInCalendar: row.endsOn !== null,
    }));
}
export type ShownKeyDate = Awaited<ReturnType<typeof shownKeyDates>>[number];

/**
 * One key date of a case for its calendar file, in its current state; also one that was removed, of which only the log
 * knows, so that a later download takes it out of a calendar.
 */
export async function keyDateForCalendar(
  { id, status }: Application,
  keyDateId: string,
): Promise<MailedKeyDate | null> {
  const rows = await withoutUndoable(db, id, await keyDatesOf(db, { applicationId: id }));
  const row = rows.find((candidate) => candidate.id === keyDateId);
  if (!row) return removedOne(id, keyDateId);
  if (row.settledAs) return mailedOf(row, "settled");
  return mailedOf(row, status === "approved" && row.suspendedAt === null ? "added" : "suspended");
}

async function removedOne(applicationId: string, keyDateId: string): Promise<MailedKeyDate | null> {
  const [entry] = await db
    .select({ details: adminActivityLog.details, createdAt: adminActivityLog.createdAt })
    .from(adminActivityLog)
    .where(
      and(
        eq(adminActivityLog.subjectType, "application"),
        eq(adminActivityLog.subjectId, applicationId),
        eq(adminActivityLog.actionType, "case_key_date_removed"),
        sql`${adminActivityLog.details} ->> 'keyDate' = ${keyDateId}`,
      ),
    )
    .orderBy(desc(adminActivityLog.createdAt))
    .limit(1);
  const details = entry?.details;
  const endsOn = details?.endsOn;
  if (!entry || typeof endsOn !== "string") return null;
  const name = String(details?.name);
  return {
    ...{ id: keyDateId, name, label: name, endsOn, day: dayInWords({ endsOn }), note: "" },
    sequence: Number(details?.sequence),
    change: "removed",
    was: null,
    settledAs: "",
    changedAt: entry.createdAt.toISOString(),
  };
}
