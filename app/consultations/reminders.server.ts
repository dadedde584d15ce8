import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { isReminderDue, latestReminder } from "~/cases/appointments/reminders.server";
import { db } from "~/db/client.server";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { mailedConsultationOf } from "./mailed.server";

const hour = 3_600_000;

const remind = defineJob({
  name: "consultations.remind",
  data: z.object({}),
  retry: { retries: 2, firstWait: 10, maxWait: 30 },
  timeout: 300,
  schedule: "* * * * *",
});

/** Runs each minute. */
export function registerConsultationReminders(): void {
  registerJob(remind, async () => {
    await sendConsultationReminders(new Date());
  });
}

/**
 * Sends due reminders, each in one transaction with its mark, so that it is sent once however many workers run. If two
 * are due, only the later one is sent; none after the consultation began.
 */
export async function sendConsultationReminders(now: Date): Promise<number> {
  let sent = 0;
  while (await sendNextReminder(now)) sent++;
  return sent;
}

function sendNextReminder(now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: consultations })
      .from(consultations)
      .innerJoin(visaInquiries, eq(visaInquiries.id, consultations.inquiryId))
      .where(
        and(eq(consultations.state, "booked"), isReminderDue(consultations, now), eq(visaInquiries.isSample, false)),
      )
      .orderBy(consultations.startsAt)
      .limit(1)
      // Skip rows that are locked: verbs lock admins and inquiry first, so waiting here could deadlock.
      .for("update", { of: consultations, skipLocked: true });
    if (!found) return false;
    const { row } = found;
    const { hours, marks } = latestReminder(row, now);
    await tx.update(consultations).set(marks).where(eq(consultations.id, row.id));
    const mailed = await mailedConsultationOf(tx, row, { change: "booked" });
    if (!mailed) return true;
    const { details, inquiry } = mailed;
    const { fullName: name, email } = inquiry;
    const { changeHours } = row;
    await enqueueMail(tx, {
      kind: "consultation_reminder",
      to: email,
      toName: name,
      contactInquiryId: inquiry.id,
      data: {
        ...{ name, email, hours, changeHours, consultation: row.id, details },
        canChange: row.startsAt.getTime() - changeHours * hour > now.getTime(),
      },
    });
    return true;
  });
}
