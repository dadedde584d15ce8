import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db, type Transaction } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { enqueue } from "~/jobs/queue.server";
import { log } from "~/log.server";
import { waitsUntil } from "./due.server";
import { enqueueAgain } from "./outbox.server";
import { sendMailJob } from "./send-mail-job";

type Row = typeof emailNotifications.$inferSelect;

/** Mails about an application or inquiry that still exists, and that are not waiting to be sent. */
export function mayResend(
  mail: Pick<Row, "status" | "applicationId" | "contactInquiryId" | "isSample">,
  waits: Date | null,
): boolean {
  return (
    (mail.status !== "pending" || waits !== null) &&
    !mail.isSample &&
    Boolean(mail.applicationId ?? mail.contactInquiryId)
  );
}

export type ResendResult = { ok: true; mailId: string } | { ok: false; status: 403 | 404 | 409 | 500; message: string };

/**
 * Sends a mail once more: a mail of its own, to the same address, whose private link is new (decision 17). One that
 * waits because others had so many sent to its address (V-ATK-20) goes now, itself, and is counted no more.
 */
export async function resendMail({ staff, address }: StaffContext, given: unknown): Promise<ResendResult> {
  const parsed = z.object({ mailId: z.uuid() }).safeParse(given);
  if (!parsed.success) return { ok: false, status: 404, message: "There is no such email." };
  try {
    return await db.transaction(async (tx): Promise<ResendResult> => {
      if (!(await mayAct(tx, staff)))
        return { ok: false, status: 403, message: "Your account is not active any more." };
      const [found] = await tx
        .select({ mail: emailNotifications, waits: waitsUntil })
        .from(emailNotifications)
        .where(eq(emailNotifications.id, parsed.data.mailId))
        .for("update");
      if (!found) return { ok: false, status: 404, message: "There is no such email." };
      const { mail, waits } = found;
      if (!mayResend(mail, waits))
        return {
          ok: false,
          status: 409,
          message: "This email can’t be sent again: it is on its way, or what it was about is gone.",
        };
      const mailId = waits ? await sendNow(tx, mail.id) : await enqueueAgain(tx, mail);
      await recordActivity(tx, staff, {
        actionType: "email_resent",
        subjectType: "email",
        subjectId: mail.id,
        details: { kind: mail.emailType, again: mailId },
        address,
      });
      return { ok: true, mailId };
    });
  } catch (err) {
    log.error({ err, mailId: parsed.data.mailId }, "a mail could not be sent again");
    return { ok: false, status: 500, message: "Failed to send email" };
  }
}

async function sendNow(tx: Transaction, mailId: string): Promise<string> {
  await tx.update(emailNotifications).set({ dueAt: null }).where(eq(emailNotifications.id, mailId));
  // The job that waits finds it sent.
  await enqueue(tx, sendMailJob, { mailId });
  return mailId;
}
