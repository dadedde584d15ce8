import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { clipped } from "~/core/character-count";
import type { UndoOffer } from "~/core/undo/undo-offer";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { enqueue } from "~/jobs/queue.server";
import { currentRecipient } from "./current-recipient.server";
import { dueOf, waitsUntil } from "./due.server";
import { sendMailJob } from "./send-mail-job";
import { fromAddress, notificationAddress } from "./sender.server";
import { canOthersCause, compose, type MailData, type MailKind, type MailParts } from "./templates";

type MailOf<Kind extends MailKind> = Kind extends MailKind
  ? { kind: Kind; data: MailData<Kind> } & MailParts<Kind>
  : never;

/** A mail to be sent; its data depend on its kind. `to` is an address, `toName` may be empty. */
export type NewMail = MailOf<MailKind>;

/**
 * Writes a mail into the outbox and enqueues its delivery, both in the caller's transaction: a rollback sends nothing
 * (W-MAIL-9), and the caller never waits for a mail server (W-MAIL-8). Returns the row's id; undefined where `to` is
 * empty, as after its owner refused the address (V-ATK-14). Throws a ZodError when the data do not fit the kind. The
 * data never hold a secret: links are made when the mail is sent (D17). A mail that others cause may be delayed
 * (V-ATK-20); when an equal one already waits, that one gets these data, and its id is returned, unless mails of the
 * kind add up. `notBefore` is a change that can be undone: its mail goes out once that is over, or never (K-UNDO-2,
 * K-UNDO-3).
 */
export async function enqueueMail(
  tx: Transaction,
  mail: NewMail,
  { byOthers = canOthersCause(mail.kind), notBefore }: { byOthers?: boolean; notBefore?: UndoOffer | undefined } = {},
): Promise<string | undefined> {
  if ("to" in mail && mail.to === "") return undefined;
  const composed = compose(mail.kind, mail.data);
  const row = {
    emailType: mail.kind,
    templateName: mail.kind,
    templateData: composed.data,
    recipientEmail: "to" in mail ? mail.to : await notificationAddress(tx),
    recipientName: "toName" in mail ? mail.toName : "",
    subject: composed.subject,
    applicationId: "applicationId" in mail ? mail.applicationId : null,
    contactInquiryId: "contactInquiryId" in mail ? mail.contactInquiryId : null,
  };
  if (notBefore) return write(tx, { ...row, dueAt: notBefore.shownFrom, undoId: notBefore.id }, notBefore.shownFrom);
  if (!byOthers) return write(tx, row);
  const due = await dueOf(tx, row);
  if ("alreadyWaits" in due) {
    // What it leads to may have been asked for anew: it says and links what holds now.
    const { templateData, subject } = row;
    await tx
      .update(emailNotifications)
      .set({ templateData, subject: clipped(subject, 500) })
      .where(and(eq(emailNotifications.id, due.alreadyWaits), eq(emailNotifications.status, "pending")));
    return due.alreadyWaits;
  }
  return write(tx, { ...row, dueAt: due.waitsUntil ?? sql`clock_timestamp()` }, due.waitsUntil);
}

/**
 * The same mail to the same person once more, as a new row; it is rendered again when it is sent. What is about an
 * application goes to the address that is in force now (N-EMAIL-6).
 */
export async function enqueueAgain(tx: Transaction, mail: StoredMail): Promise<string> {
  const { emailType, templateName, templateData, recipientName, subject } = mail;
  const recipientEmail = await currentRecipient(tx, mail);
  const { applicationId, contactInquiryId } = mail;
  const same = { emailType, templateName, templateData, recipientName, recipientEmail, subject };
  return write(tx, { ...same, applicationId, contactInquiryId });
}

/** Takes back the mails of a change that is undone; their jobs find nothing to send. */
export async function withdrawMailsOf(tx: Transaction, undoId: string): Promise<void> {
  await tx
    .delete(emailNotifications)
    .where(and(eq(emailNotifications.undoId, undoId), eq(emailNotifications.status, "pending")));
}

/** Takes back the mails about an inquiry that is deleted while what they are of can still be undone. */
export async function cancelUndoableMails(tx: Transaction, inquiryId: string): Promise<void> {
  await tx
    .delete(emailNotifications)
    .where(
      and(
        eq(emailNotifications.contactInquiryId, inquiryId),
        isNotNull(emailNotifications.undoId),
        eq(emailNotifications.status, "pending"),
      ),
    );
}

type StoredMail = typeof emailNotifications.$inferSelect;

/** Mails about an application or inquiry that still exists, that have their text, and are not waiting to be sent. */
export function mayResend(
  mail: Pick<StoredMail, "status" | "applicationId" | "contactInquiryId" | "isSample" | "textRemovedAt">,
  waits: Date | null,
): boolean {
  return (
    (mail.status !== "pending" || waits !== null) &&
    !mail.isSample &&
    mail.textRemovedAt === null &&
    Boolean(mail.applicationId ?? mail.contactInquiryId)
  );
}

/** Why a mail that is not there can't be sent again. */
export const unknownMail = () => refuse("not-found", "Email not found.");

/**
 * Sends a mail once more, in the caller's transaction, as a mail of its own to the same address with a new private link
 * (D17). One that waits because others had so many sent to its address (V-ATK-20) is sent itself, now, and no longer
 * counts for that limit. What is recorded of it comes with its id.
 */
export async function sendAgain(
  tx: Transaction,
  mailId: string,
): Promise<Done<{ mailId: string; recorded: Recorded }> | Refused> {
  const [row] = await tx
    .select({ mail: emailNotifications, waits: waitsUntil })
    .from(emailNotifications)
    .where(eq(emailNotifications.id, mailId))
    .for("update");
  if (!row) return unknownMail();
  const { mail, waits } = row;
  if (!mayResend(mail, waits))
    return refuse(
      "conflict",
      "This email can’t be sent again: it’s already on its way, or the record it was about no longer exists.",
    );
  const again = waits ? await sendNow(tx, mail.id) : await enqueueAgain(tx, mail);
  return {
    ok: true,
    mailId: again,
    recorded: {
      actionType: "email_resent",
      subjectType: "email",
      subjectId: mail.id,
      details: { kind: mail.emailType, again },
    },
  };
}

type Recorded = {
  actionType: "email_resent";
  subjectType: "email";
  subjectId: string;
  details: { kind: string; again: string };
};

async function sendNow(tx: Transaction, mailId: string): Promise<string> {
  await tx.update(emailNotifications).set({ dueAt: null }).where(eq(emailNotifications.id, mailId));
  // The job that was scheduled for later then finds it sent.
  await enqueue(tx, sendMailJob, { mailId });
  return mailId;
}

/** A mail of a function call. `enqueueGiven` throws a ZodError when its data do not fit its template. */
export type GivenMail = {
  to: string;
  toName: string;
  templateName: MailKind;
  templateData: unknown;
  applicationId?: string | null | undefined;
  contactInquiryId?: string | null | undefined;
};

export function enqueueGiven(tx: Transaction, mail: GivenMail): Promise<string> {
  const composed = compose(mail.templateName, mail.templateData);
  return write(tx, {
    emailType: mail.templateName,
    templateName: mail.templateName,
    templateData: composed.data,
    recipientEmail: mail.to,
    recipientName: mail.toName,
    subject: composed.subject,
    applicationId: mail.applicationId ?? null,
    contactInquiryId: mail.contactInquiryId ?? null,
  });
}

type NewRow = Omit<typeof emailNotifications.$inferInsert, "messageId" | "dueAt">;

async function write(
  tx: Transaction,
  mail: NewRow & { dueAt?: Date | SQL },
  startAfter: Date | null = null,
): Promise<string> {
  // One Message-ID for all tries, so that mail programs recognise a repeated mail (D20).
  const messageId = `<${randomUUID()}@${host()}>`;
  const [row] = await tx
    .insert(emailNotifications)
    // Data stored before there were limits are clipped (V-ATK-8).
    .values({
      ...mail,
      messageId,
      recipientName: mail.recipientName && clipped(mail.recipientName, 250),
      subject: clipped(mail.subject, 500),
    })
    .returning({ id: emailNotifications.id });
  if (!row) throw new Error("The outbox returned no row");
  // A mail to one person, such as a link to sign in, does not wait behind an issue of the newsletter.
  const priority = mail.emailType === "newsletter_issue" ? -1 : 0;
  await enqueue(tx, sendMailJob, { mailId: row.id }, { ...(startAfter ? { startAfter } : {}), priority });
  return row.id;
}

function host(): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).hostname;
  return fromAddress().split("@")[1] ?? "lucaya.example";
}
