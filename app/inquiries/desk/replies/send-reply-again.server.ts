import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { emailNotifications as mails } from "~/db/schema/mail";
import { sendAgain } from "~/mail/outbox.server";
import { deletedMessage, lockInquiry } from "./lock-inquiry.server";

/** The failed mail, as the page showed it. */
const input = z.object({ inquiryId: z.uuid(), reply: z.uuid(), mail: z.uuid() });

const verb = {
  input,
  failed: "a reply could not be sent again",
  rethrowsUnavailable: true,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "The reply could not be sent. Please try again.",
  },
};

/** Resends a reply whose mail failed. A repeated request sends it only once. */
export function sendReplyAgain(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { inquiryId, reply, mail }) => {
    if (!(await lockInquiry(tx, inquiryId))) return refuse("not-found", deletedMessage);
    const [newest] = await tx
      .select({ id: mails.id, status: mails.status })
      .from(mails)
      .where(
        and(
          eq(mails.contactInquiryId, inquiryId),
          eq(mails.emailType, "inquiry_reply"),
          eq(sql`${mails.templateData}->>'reply_id'`, reply),
        ),
      )
      .orderBy(desc(mails.createdAt))
      .limit(1);
    if (!newest) return refuse("not-found", deletedMessage);
    if (newest.id !== mail || newest.status !== "failed") return { ok: true };
    const sent = await sendAgain(tx, mail);
    if (!sent.ok) return sent;
    await record(sent.recorded);
    return { ok: true };
  });
}
