import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { listAssignable, namesByEmail } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { filledReplies, senderName } from "~/content/replies/replies.server";
import { calendarLongDate, nassauClock, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { inquiryReplies as t, type visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications as mails } from "~/db/schema/mail";
import { receivedMails } from "~/db/schema/received-mails";
import { notSureYet } from "~/inquiries/inquiry";
import { referenceOf } from "~/inquiries/reference";
import { waitsUntil } from "~/mail/due.server";
import { filesOfMails } from "~/mail/received/files-of-mails.server";
import { receivedPartsOf } from "~/mail/received/received-parts.server";

type Inquiry = Pick<typeof visaInquiries.$inferSelect, "id" | "fullName" | "email" | "visaService" | "travelDate">;
export type InquiryThread = Awaited<ReturnType<typeof readThread>>;

/** The answers to an inquiry, and the data for the forms of the next one. */
export async function readThread(inquiry: Inquiry, staff: Staff) {
  const [rows, received, sent, replies, admins, takenBack] = await Promise.all([
    db
      .select()
      .from(t)
      .where(and(eq(t.inquiryId, inquiry.id), isNull(t.undoneAt)))
      .orderBy(asc(t.saidAt), asc(t.createdAt)),
    receivedBy(inquiry),
    mailsOf(inquiry.id),
    filledReplies(staff, async () => ({
      name: inquiry.fullName,
      service: inquiry.visaService === notSureYet ? null : inquiry.visaService,
      "travel date": inquiry.travelDate && calendarLongDate(inquiry.travelDate),
      reference: referenceOf(inquiry.id),
      sender: await senderName(staff),
    })),
    listAssignable(db),
    lastTakenBack(inquiry.id, staff),
  ]);
  const names = await namesByEmail(
    db,
    rows.flatMap(({ adminEmail, recordedBy }) => [adminEmail, ...(recordedBy ? [recordedBy] : [])]),
  );
  const nameOf = (email: string) => names.get(email.toLowerCase()) ?? email;
  return {
    answers: rows.map(({ id, kind, body, adminEmail, recordedBy, way, saidAt }) => ({
      ...{ id, kind, body, way, saidAt },
      by: nameOf(adminEmail),
      byEmail: adminEmail,
      recorder: recordedBy && recordedBy !== adminEmail ? { name: nameOf(recordedBy), email: recordedBy } : null,
      mail: sent.findLast(({ replyId }) => replyId === id) ?? null,
    })),
    received,
    /** The newest email that waits for an answer; null if none does. */
    waiting: received.findLast(({ isAnswered }) => !isAnswered)?.id ?? null,
    replies,
    /** The text of a reply that this admin has undone and not sent since goes back into the form. */
    takenBack,
    admins,
    self: staff.adminId,
    /** The ids of the next reply and answer: sending a form twice creates one. */
    newReply: crypto.randomUUID(),
    newAnswer: crypto.randomUUID(),
    /** In Nassau time. */
    now: { day: nassauDay(), time: nassauClock(new Date()) },
  };
}

/** The emails that the inquirer wrote, oldest first, with their files. */
async function receivedBy({ id, email }: Inquiry) {
  const rows = await db
    .select()
    .from(receivedMails)
    .where(and(eq(receivedMails.inquiryId, id), eq(receivedMails.state, "in_thread")))
    .orderBy(asc(receivedMails.receivedAt), asc(receivedMails.id));
  const files = await filesOfMails(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    body: row.body,
    receivedAt: row.receivedAt,
    isAnswered: row.answeredAt !== null,
    mail: receivedPartsOf(row, email),
    files: files.get(row.id) ?? [],
  }));
}

/** The mails of the replies, oldest first, so that the last attempt of a resent reply counts. */
const mailsOf = (inquiryId: string) =>
  db
    .select({
      id: mails.id,
      replyId: sql<string | null>`${mails.templateData}->>'reply_id'`,
      status: mails.status,
      waitsUntil,
      errorMessage: mails.errorMessage,
    })
    .from(mails)
    .where(and(eq(mails.contactInquiryId, inquiryId), eq(mails.emailType, "inquiry_reply")))
    .orderBy(asc(mails.createdAt));

async function lastTakenBack(inquiryId: string, { email }: Staff) {
  const own = and(eq(t.inquiryId, inquiryId), eq(t.adminEmail, email), eq(t.kind, "mail"));
  const [undone] = await db
    .select({ id: t.id, text: t.body, at: t.createdAt })
    .from(t)
    .where(and(own, isNotNull(t.undoneAt), gt(t.undoneAt, sql`now() - interval '1 hour'`)))
    .orderBy(desc(t.createdAt))
    .limit(1);
  if (!undone) return null;
  const [later] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(own, isNull(t.undoneAt), gt(t.createdAt, undone.at)))
    .limit(1);
  return later ? null : { id: undone.id, text: undone.text };
}
