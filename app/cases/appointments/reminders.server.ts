import { and, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { undecidedStatuses } from "~/applications/status/undecided";
import { storedName } from "~/applications/submission/answers.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { mailedOf } from "./mailed.server";

const hour = 3_600_000;

/** When each reminder of a start is due. */
const dueOf = (startsAt: Date) => ({
  day: new Date(startsAt.getTime() - 24 * hour),
  hours: new Date(startsAt.getTime() - 2 * hour),
});

/**
 * The marks of an appointment's reminders when it is made or moved: one whose time is over already is passed over
 * (C-APPT-11), the others wait.
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

/** Every minute: reminders of appointments, and turns and due days that passed because one began. */
export function registerReminders(): void {
  registerJob(remind, async () => {
    await sendReminders(new Date());
    await passBegun(new Date());
  });
}

/**
 * Sends each reminder that is due and was not sent, each in a transaction with its mark, so that it goes out once,
 * whoever else runs. Of two that are due the later alone goes out; none once the appointment has begun, or where the
 * case has a final status (C-APPT-10 to -12).
 */
export async function sendReminders(now: Date): Promise<number> {
  let sent = 0;
  while (await sendOne(now)) sent++;
  return sent;
}

const isDue = (now: Date) =>
  and(
    eq(appointments.state, "planned"),
    gt(appointments.startsAt, now),
    or(
      and(isNull(appointments.dayReminderAt), lte(appointments.startsAt, new Date(now.getTime() + 24 * hour))),
      and(isNull(appointments.hoursReminderAt), lte(appointments.startsAt, new Date(now.getTime() + 2 * hour))),
    ),
  );

function sendOne(now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: appointments, application: visaApplications })
      .from(appointments)
      .innerJoin(visaApplications, eq(visaApplications.id, appointments.applicationId))
      .where(and(isDue(now), inArray(visaApplications.status, [...undecidedStatuses])))
      .orderBy(appointments.startsAt)
      .limit(1)
      // Both rows, and without waiting: a verb locks the application first and then its appointment. What somebody
      // writes just now is reminded of at the next run.
      .for("update", { of: [visaApplications, appointments], skipLocked: true });
    if (!found) return false;
    const { row, application } = found;
    const due = dueOf(row.startsAt);
    const isLater = due.hours <= now;
    await tx
      .update(appointments)
      .set({
        dayReminderAt: row.dayReminderAt ?? due.day,
        ...(isLater ? { hoursReminderAt: due.hours } : {}),
      })
      .where(eq(appointments.id, row.id));
    const { id: applicationId, applicationNumber, userEmail: email } = application;
    const name = (await storedName(tx, applicationId)) || "Applicant";
    await enqueueMail(tx, {
      kind: "appointment_reminder",
      to: email,
      toName: name,
      applicationId,
      data: {
        ...{ name, email, applicationNumber, applicationId },
        hours: isLater ? 2 : 24,
        left: Math.max(1, Math.round((row.startsAt.getTime() - now.getTime()) / hour)),
        appointment: mailedOf(row, "made"),
      },
    });
    return true;
  });
}

/**
 * An appointment that began waits for no confirmation any more, and its day is no due day of the case (K-OWN-5): whose
 * turn it is, and what the case is due on, may have passed by that.
 */
export async function passBegun(now: Date): Promise<void> {
  const waitedForIt = and(
    isNull(appointments.confirmedAt),
    isNull(appointments.otherTime),
    eq(visaApplications.turn, "applicant"),
  );
  const wasDueByIt = sql`${visaApplications.ruleDueOn} = (${appointments.startsAt} at time zone 'America/Nassau')::date
    and not exists (select from case_request_items i where i.application_id = ${visaApplications.id}
      and i.state = 'open' and i.due_on = ${visaApplications.ruleDueOn})`;
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
