import { and, asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { receivedMails as t } from "~/db/schema/received-mails";

/**
 * The emails in the thread of an application or inquiry, or the unverified ones that name it, which are the office's
 * alone: another person may have written them. The text of an email in a case is in its messages.
 */
export async function mailsReceived(
  subject: { applicationId: string } | { inquiryId: string },
  state: "in_thread" | "unverified" = "in_thread",
) {
  const owner =
    "applicationId" in subject ? eq(t.applicationId, subject.applicationId) : eq(t.inquiryId, subject.inquiryId);
  const rows = await db
    .select()
    .from(t)
    .where(and(owner, eq(t.state, state)))
    .orderBy(asc(t.receivedAt), asc(t.id));
  return rows.map(({ sender, senderName, subject, body, quoted, refusedFiles, receivedAt }) => ({
    ...{ from: sender, name: senderName, subject, text: body, quoted, filesNotTaken: refusedFiles, at: receivedAt },
  }));
}
