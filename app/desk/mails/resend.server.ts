import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { refuse } from "~/ground/verbs/refused";
import { enqueue } from "~/jobs/queue.server";
import { waitsUntil } from "~/mail/due.server";
import { enqueueAgain } from "~/mail/outbox.server";
import { sendMailJob } from "~/mail/send-mail-job";
import { mayResend } from "./log.server";

const unknownMail = () => refuse("not-found", "There is no such email.");
const verb = {
  input: z.object({ mailId: z.uuid() }),
  once: "resend",
  failed: "a mail could not be sent again",
  words: {
    invalid: unknownMail,
    forbidden: "Your account is not active any more.",
    failed: "Failed to send email",
  },
};

/**
 * Sends a mail once more, as a mail of its own to the same address with a new private link (D17). One that waits
 * because others had so many sent to its address (V-ATK-20) is sent itself, now, and no longer counts for that limit.
 */
export function resendMail(context: StaffContext, given: unknown) {
  return asStaff(context, verb, given, async ({ tx, record }, input) => {
    const [row] = await tx
      .select({ mail: emailNotifications, waits: waitsUntil })
      .from(emailNotifications)
      .where(eq(emailNotifications.id, input.mailId))
      .for("update");
    if (!row) return unknownMail();
    const { mail, waits } = row;
    if (!mayResend(mail, waits))
      return refuse("conflict", "This email can’t be sent again: it is on its way, or what it was about is gone.");
    const mailId = waits ? await sendNow(tx, mail.id) : await enqueueAgain(tx, mail);
    await record({
      actionType: "email_resent",
      subjectType: "email",
      subjectId: mail.id,
      details: { kind: mail.emailType, again: mailId },
    });
    return { ok: true, mailId };
  });
}

async function sendNow(tx: Transaction, mailId: string): Promise<string> {
  await tx.update(emailNotifications).set({ dueAt: null }).where(eq(emailNotifications.id, mailId));
  // The job that was scheduled for later then finds it sent.
  await enqueue(tx, sendMailJob, { mailId });
  return mailId;
}
