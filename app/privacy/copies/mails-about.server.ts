import { and, asc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { renderPreview } from "~/mail/preview.server";
import { officeKinds } from "~/mail/templates";

/** The mails to the person about an application or inquiry, as text; private links are masked. */
export function mailsAbout(subject: { applicationId: string } | { inquiryId: string }) {
  const { applicationId, contactInquiryId } = emailNotifications;
  return readMails(
    "applicationId" in subject ? eq(applicationId, subject.applicationId) : eq(contactInquiryId, subject.inquiryId),
  );
}

/** The same by a query of their ids. */
export const mailsBy = (ids: SQL) => readMails(sql`${emailNotifications.id} in (${ids})`);

async function readMails(condition: SQL) {
  const { emailType, createdAt } = emailNotifications;
  const rows = await db
    .select()
    .from(emailNotifications)
    // The office's own notifications contain a staff member's email.
    .where(and(condition, notInArray(emailType, officeKinds)))
    .orderBy(asc(createdAt));
  const mails = [];
  for (const row of rows)
    mails.push({
      kind: row.emailType,
      to: row.recipientEmail,
      subject: row.subject,
      status: row.status,
      writtenAt: row.createdAt,
      sentAt: row.sentAt,
      text: (await renderPreview(row))?.text ?? null,
    });
  return mails;
}
