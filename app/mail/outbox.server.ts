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
import { renewData } from "./mail-renewals.server";
import { sendMailJob } from "./send-mail-job";
import { fromAddress, notificationAddress } from "./sender.server";
import { canOthersCause, compose, type MailData, type MailKind, type MailParts } from "./templates";

type MailOf<Kind extends MailKind> = Kind extends MailKind
  ? { kind: Kind; data: MailData<Kind> } & MailParts<Kind>
  : never;

/** Data depend on the kind; `toName` may be empty. */
export type NewMail = MailOf<MailKind>;

/**
 * Writes a mail and enqueues its delivery in the caller's transaction. Returns the row's id; undefined if `to` is
 * empty, as after its owner's refusal. Throws a ZodError for wrong data, which never contain a secret: links are made
 * when sending. A mail that others cause may be delayed (V-ATK-20); an equal queued one then gets these data and its id
 * is returned, unless the kind adds up. `notBefore`: an undoable change, whose mail waits until that is final.
 */
export async function enqueueMail(
  tx: Transaction,
  mail: NewMail,
  { byOthers = canOthersCause(mail.kind), notBefore }: { byOthers?: boolean; notBefore?: UndoOffer | undefined } = {},
): Promise<string | undefined> {
  if (mail.to === "") return undefined;
  const row = {
    ...composedRow(mail.kind, mail.data),
    recipientEmail: mail.to ?? (await notificationAddress(tx)),
    recipientName: mail.toName ?? "",
    applicationId: "applicationId" in mail ? mail.applicationId : null,
    contactInquiryId: "contactInquiryId" in mail ? mail.contactInquiryId : null,
  };
  if (notBefore) return write(tx, { ...row, dueAt: notBefore.shownFrom, undoId: notBefore.id }, notBefore.shownFrom);
  if (!byOthers) return write(tx, row);
  const due = await dueOf(tx, row);
  if ("alreadyWaits" in due) {
    // Its target may have been renewed: the queued mail gets the present data.
    const { templateData, subject } = row;
    await tx
      .update(emailNotifications)
      .set({ templateData, subject: clipped(subject, 500) })
      .where(and(eq(emailNotifications.id, due.alreadyWaits), eq(emailNotifications.status, "pending")));
    return due.alreadyWaits;
  }
  return write(tx, { ...row, dueAt: due.waitsUntil ?? sql`clock_timestamp()` }, due.waitsUntil);
}

/** Resends a mail as a new row, rendered again, to the application's present email. */
export async function enqueueAgain(tx: Transaction, mail: StoredMail): Promise<string> {
  const { emailType, templateName, templateData, recipientName, subject } = mail;
  const recipientEmail = await currentRecipient(tx, mail);
  const { applicationId, contactInquiryId } = mail;
  const same = { emailType, templateName, templateData, recipientName, recipientEmail, subject };
  return write(tx, { ...same, applicationId, contactInquiryId });
}

/** Deletes the mails of an undone change; their jobs find nothing to send. */
export async function withdrawMailsOf(tx: Transaction, undoId: string): Promise<void> {
  await tx
    .delete(emailNotifications)
    .where(and(eq(emailNotifications.undoId, undoId), eq(emailNotifications.status, "pending")));
}

/** Deletes the undoable mails about an inquiry that is deleted. */
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

/** The mail is not queued, has its text, and its application or inquiry still exists. */
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

export const unknownMail = () => refuse("not-found", "Email not found.");

/**
 * Resends a mail in the caller's transaction, as a new one with a new private link and with what is true now. One
 * delayed by the hourly limit is sent itself, now, and no longer counts. Returns what to log, with its id.
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
  const renewed = await renewData(tx, mail);
  if ("outdated" in renewed) return refuse("conflict", renewed.outdated);
  const again = waits ? await sendNow(tx, mail.id) : await enqueueAgain(tx, { ...mail, templateData: renewed.data });
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
  // The later job then finds it sent.
  await enqueue(tx, sendMailJob, { mailId });
  return mailId;
}

/** `enqueueInput` throws a ZodError if the data do not fit the template. */
export type MailInput = {
  to: string;
  toName: string;
  templateName: MailKind;
  templateData: unknown;
  applicationId?: string | null | undefined;
  contactInquiryId?: string | null | undefined;
};

export const enqueueInput = (tx: Transaction, mail: MailInput): Promise<string> =>
  write(tx, {
    ...composedRow(mail.templateName, mail.templateData),
    recipientEmail: mail.to,
    recipientName: mail.toName,
    applicationId: mail.applicationId ?? null,
    contactInquiryId: mail.contactInquiryId ?? null,
  });

function composedRow(kind: MailKind, templateData: unknown) {
  const { data, subject } = compose(kind, templateData);
  return { emailType: kind, templateName: kind, templateData: data, subject };
}

type NewRow = Omit<typeof emailNotifications.$inferInsert, "messageId" | "dueAt">;

async function write(
  tx: Transaction,
  mail: NewRow & { dueAt?: Date | SQL },
  startAfter: Date | null = null,
): Promise<string> {
  // One Message-ID for all tries, so that mail programs recognize a repeated mail.
  const messageId = `<${randomUUID()}@${messageIdHost()}>`;
  const [row] = await tx
    .insert(emailNotifications)
    // Clips data stored before there were limits.
    .values({
      ...mail,
      messageId,
      recipientName: mail.recipientName && clipped(mail.recipientName, 250),
      subject: clipped(mail.subject, 500),
    })
    .returning({ id: emailNotifications.id });
  if (!row) throw new Error("The outbox returned no row");
  // A mail to one person, such as a sign-in link, does not wait behind a newsletter issue.
  const priority = mail.emailType === "newsletter_issue" ? -1 : 0;
  await enqueue(tx, sendMailJob, { mailId: row.id }, { ...(startAfter ? { startAfter } : {}), priority });
  return row.id;
}

/** After the `@` of every Message-ID of ours. */
export function messageIdHost(): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).hostname;
  return fromAddress().split("@")[1] ?? "lucaya.example";
}
