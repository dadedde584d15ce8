import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { inquiryReplies, visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { renderPreview } from "~/mail/preview.server";

/** What is held of an inquiry: what was asked, what staff answered and noted, and its mails. */
export async function inquiryData(id: string) {
  const [[inquiry], replies, mails] = await Promise.all([
    db.select().from(visaInquiries).where(eq(visaInquiries.id, id)),
    db
      .select()
      .from(inquiryReplies)
      // What was undone was never said (K-UNDO-3).
      .where(and(eq(inquiryReplies.inquiryId, id), isNull(inquiryReplies.undoneAt)))
      .orderBy(asc(inquiryReplies.saidAt)),
    db.select().from(emailNotifications).where(eq(emailNotifications.contactInquiryId, id)),
  ]);
  if (!inquiry) return null;
  const { attemptKey: _, searchText: __, ownerId: ___, ...asked } = inquiry;
  const texts = [];
  for (const mail of mails)
    texts.push({
      ...{ subject: mail.subject, to: mail.recipientEmail, status: mail.status, writtenAt: mail.createdAt },
      text: (await renderPreview(mail))?.text ?? null,
    });
  return {
    inquiry: asked,
    replies: replies.map(({ kind, body, way, saidAt }) => ({ kind, text: body, way, saidAt })),
    mails: texts,
  };
}
