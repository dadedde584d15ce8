import { and, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { undecidedStatuses } from "~/applications/status/undecided";
import { storedName } from "~/applications/stored-answers/answers.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { mailedOf } from "./mailed.server";

const hour = 3_600_000;

/** When each reminder is due. */
const dueOf = (startsAt: Date) => ({
  day: new Date(startsAt.getTime() - 24 * hour),
  hours: new Date(startsAt.getTime() - 2 * hour),
});

/**
 * Reminder times to mark as sent when an appointment is made or moved: reminders already past due are skipped, the
 * others wait.
 */
export function reminderMarks(startsAt: Date, now: Date) {
  const due = dueOf(startsAt);
  return {
    dayReminderAt: due.day < now ? due.day : null,
    hoursReminderAt: due.hours < now ? due.hours : null,
  };
}

const remind = defineJob({
  name: "appointments.remind",
  data: z.object({}),
  retry: { retries: 2, firstWait: 10, maxWait: 30 },
  timeout: 300,
  schedule: "* * * * *",
});

/** Runs each minute: sends reminders, and updates turns and due dates after an appointment began. */
export function registerReminders(): void {
  registerJob(remind, async () => {
    await sendReminders(new Date());
    await updateStartedAppointments(new Date());
  });
}

/**
 * Sends due reminders, each in one transaction with its mark, so that it is sent once however many workers run. If two
 * are due, only the later one is sent; none after the appointment began or the case got a final status.
 */
export async function sendReminders(now: Date): Promise<number> {
  let sent = 0;
  while (await sendNextReminder(now)) sent++;
  return sent;
}

/** SQL: whether a reminder of a table's row is due, and its start is ahead. */
export const isReminderDue = (of: Record<"startsAt" | "dayReminderAt" | "hoursReminderAt", PgColumn>, now: Date) =>
  and(
    gt(of.startsAt, now),
    or(
      and(isNull(of.dayReminderAt), lte(of.startsAt, new Date(now.getTime() + 24 * hour))),
      and(isNull(of.hoursReminderAt), lte(of.startsAt, new Date(now.getTime() + 2 * hour))),
    ),
  );

/** The later of the reminders that are due: hours before the start, and the marks that it leaves. */
export function latestReminder({ startsAt, dayReminderAt }: { startsAt: Date; dayReminderAt: Date | null }, now: Date) {
  const due = dueOf(startsAt);
  const isLater = due.hours <= now;
  return {
    hours: isLater ? (2 as const) : (24 as const),
    marks: { dayReminderAt: dayReminderAt ?? due.day, ...(isLater ? { hoursReminderAt: due.hours } : {}) },
  };
}

function sendNextReminder(now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: appointments, application: visaApplications })
      .from(appointments)
      .innerJoin(visaApplications, eq(visaApplications.id, appointments.applicationId))
      .where(
        and(
          eq(appointments.state, "planned"),
          isReminderDue(appointments, now),
          inArray(visaApplications.status, [...undecidedStatuses]),
        ),
      )
      .orderBy(appointments.startsAt)
      .limit(1)
      // Skip rows that are locked: verbs lock the application before the appointment, so waiting here could deadlock.
      // The next run sends them.
      .for("update", { of: [visaApplications, appointments], skipLocked: true });
    if (!found) return false;
    const { row, application } = found;
    const { hours, marks } = latestReminder(row, now);
    await tx.update(appointments).set(marks).where(eq(appointments.id, row.id));
    const { id: applicationId, applicationNumber, userEmail: email } = application;
    const name = (await storedName(tx, applicationId)) || "Applicant";
    await enqueueMail(tx, {
      kind: "appointment_reminder",
      to: email,
      toName: name,
      applicationId,
      data: {
        ...{ name, email, applicationNumber, applicationId },
        hours,
        left: Math.max(1, Math.round((row.startsAt.getTime() - now.getTime()) / hour)),
        appointment: mailedOf(row, "made"),
      },
    });
    return true;
  });
}

/** An appointment that began needs no confirmation, and its day is no due date any longer: recompute both. */
export async function updateStartedAppointments(now: Date): Promise<void> {
  const waitedForIt = and(
    isNull(appointments.confirmedAt),
    isNull(appointments.otherTime),
    eq(visaApplications.turn, "applicant"),
  );
  const wasDueByIt = sql`${visaApplications.ruleDueOn} = (${appointments.startsAt} at time zone 'America/Nassau')::date
    and not exists (select from case_request_items i where i.application_id = ${visaApplications.id}
      and i.state = 'open' and i.due_on = ${visaApplications.ruleDueOn})
    and not exists (select from case_tasks k where k.application_id = ${visaApplications.id}
      and k.done_at is null and k.removed_at is null and k.due_on = ${visaApplications.ruleDueOn})`;
  const rows = await db
    .selectDistinct({ id: appointments.applicationId })
    .from(appointments)
    .innerJoin(visaApplications, eq(visaApplications.id, appointments.applicationId))
    .where(
      and(
        eq(appointments.state, "planned"),
        lte(appointments.startsAt, now),
        gt(appointments.startsAt, sql`${now.toISOString()}::timestamptz - interval '7 days'`),
        or(waitedForIt, wasDueByIt),
      ),
    );
  for (const { id } of rows) await db.transaction((tx) => updateTurn(tx, id));
}
