import { desc, eq, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { failedMails, mailboxes, receivedMails as t } from "~/db/schema/received-mails";
import { referenceOf } from "~/inquiries/reference";
import { filesOfMails } from "~/mail/received/files-of-mails.server";
import { postedMails } from "~/received-mail/failed-mails.server";
import { mailboxSettings } from "~/received-mail/mailbox/open-mailbox.server";
import { countUnverified, isListFull, isUnverified } from "~/received-mail/place/store-unverified.server";
import { reasonLabels } from "./reason-labels";

const pageSize = 25;

export type UnverifiedMail = Awaited<ReturnType<typeof listUnverified>>["mails"][number];

/** A page of the emails that nobody has decided about, newest first. */
export async function listUnverified(page: number) {
  const [count, isFull, [left], rows] = await Promise.all([
    countUnverified(db),
    isListFull(db),
    // The list has no room for them.
    db.select({ waiting: sql<number>`coalesce(sum(${mailboxes.waiting}), 0)::int` }).from(mailboxes),
    db
      .select({
        mail: t,
        number: visaApplications.applicationNumber,
        inquirer: visaInquiries.fullName,
        failed: failedMails,
      })
      .from(t)
      .leftJoin(visaApplications, eq(visaApplications.id, t.applicationId))
      .leftJoin(visaInquiries, eq(visaInquiries.id, t.inquiryId))
      .leftJoin(failedMails, eq(failedMails.receivedMailId, t.id))
      .where(isUnverified)
      .orderBy(desc(t.receivedAt), desc(t.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  const files = await filesOfMails(
    db,
    rows.map(({ mail }) => mail.id),
  );
  const mails = rows.map(({ mail, number, inquirer, failed }) => ({
    ...{ id: mail.id, sender: mail.sender, senderName: mail.senderName, subject: mail.subject, body: mail.body },
    receivedAt: mail.receivedAt.toISOString(),
    reason: mail.why ? reasonLabels[mail.why] : "",
    isTooLarge: mail.why === "too_large",
    unsaved: mail.why === "not_stored" ? unsavedState(failed) : null,
    rest: { from: null, subject: null, quoted: mail.quoted, refusedFiles: mail.refusedFiles, leftOut: mail.leftOut },
    files: files.get(mail.id) ?? [],
    /** What its address names. */
    named: namedBy(mail, number, inquirer),
  }));
  // The number is of the last look, or of a mailbox that is no longer read: with room, nothing waits for staff.
  const waiting = isFull ? (left?.waiting ?? 0) : 0;
  return { mails, isLast: page * pageSize >= count, waiting };
}

/** Where an email is that couldn't be saved: `former` in a mailbox that is no longer read. */
function unsavedState(failed: typeof failedMails.$inferSelect | null) {
  if (!failed || failed.isGone) return "gone";
  if (failed.mailbox === postedMails) return "posted";
  if (!config.IMAP_URL || mailboxSettings(config.IMAP_URL).name !== failed.mailbox) return "former";
  return failed.nextTryAt ? "trying" : "waiting";
}

function namedBy({ applicationId, inquiryId }: typeof t.$inferSelect, number: string | null, inquirer: string | null) {
  if (applicationId) return { label: `case ${number ?? ""}`, to: `/admin/applications/${applicationId}` };
  if (inquiryId)
    return {
      label: `inquiry ${referenceOf(inquiryId)}${inquirer ? ` of ${inquirer}` : ""}`,
      to: `/admin/inquiries/${inquiryId}`,
    };
  return null;
}
