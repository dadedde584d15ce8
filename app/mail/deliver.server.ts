import { and, eq, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { clipped } from "~/core/character-count";
import { stripInvalidCharacters } from "~/core/text-input";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { undoOffers } from "~/db/schema/undo";
import type { JobRun } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { attachmentsOf } from "./attached/attachments.server";
import { currentData } from "./current-data.server";
import { DeliveryError } from "./delivery/delivery-error.server";
import { notDueUntil } from "./due.server";
import type { Sender } from "./letter";
import { makeLinks } from "./links/make-links.server";
import { emailHash, refusedByOwner } from "./refused-email.server";
import { isReceiving, type ReplyTarget, replyAddressOf } from "./reply-address.server";
import { sendMailJob } from "./send-mail-job";
import { fromAddress, loadSender } from "./sender.server";
import type { Composed } from "./template";
import { compose } from "./templates";
import { currentMailText } from "./texts/facts.server";
import { handOver } from "./transport.server";

type Row = typeof emailNotifications.$inferSelect;

/** Call before the queue starts. */
export function registerMail(): void {
  registerJob(sendMailJob, ({ mailId }, run) => deliver(mailId, run), giveUp);
}

/**
 * One try: renders the mail, makes its private link, hands it over and marks it `sent`. A failure is counted, stored in
 * `error_message` and thrown, so that the queue retries; a final refusal by the server marks it `failed`. A sent mail
 * is sent again only after a crash between handing over and marking, with the same Message-ID (D20).
 */
async function deliver(mailId: string, run: Pick<JobRun, "signal">): Promise<void> {
  const found = await pendingMail(mailId);
  // Deleted with the sample people or by an undo, or an earlier try has sent it.
  if (found?.row.status !== "pending") return;
  const { row, startAfter } = found;
  // Never before its time: `repeatNow` may have started this run early.
  if (startAfter) return db.transaction((tx) => enqueue(tx, sendMailJob, { mailId }, { startAfter }));
  const never = neverDelivered(row);
  if (never) return void (await settle(row.id, { status: "failed", errorMessage: never }));
  let forgets = false;
  // The log shows this try.
  let written: Partial<Pick<Row, "subject" | "words" | "templateData">> = {};
  try {
    const templateData = await currentData(row.emailType, row);
    if (templateData === null) return await removePending(row.id);
    const outgoing = await write({ ...row, templateData });
    if (typeof outgoing === "string") return await settleUnsent(row, outgoing);
    forgets = outgoing.forgets;
    written = {
      ...{ subject: clipped(outgoing.subject, 500), words: outgoing.words },
      ...(templateData === row.templateData ? {} : { templateData }),
    };
    await handOver(outgoing, run.signal);
  } catch (error) {
    const failure = error instanceof DeliveryError ? error : undefined;
    const errorMessage = stripInvalidCharacters(failure?.detail ?? "We couldn’t prepare the email.").slice(0, 2000);
    const attempts = sql`${emailNotifications.attempts} + 1`;
    const bounced = failure?.refused ? { status: "failed" as const, bouncedAt: sql`now()` } : {};
    await settle(row.id, { attempts, errorMessage, ...written, ...bounced });
    if (failure?.refused) return log.warn({ mailId: row.id, kind: row.emailType }, "a mail was refused for good");
    if (failure?.setting)
      log.error(
        { mailId: row.id, setting: failure.setting },
        "mails can't be sent and wait: a setting has to be mended",
      );
    throw error;
  }
  const attempts = sql`${emailNotifications.attempts} + 1`;
  const forgottenFields = forgets ? forgotten : {};
  await settle(row.id, {
    status: "sent",
    sentAt: sql`now()`,
    attempts,
    errorMessage: null,
    ...written,
    ...forgottenFields,
  });
  log.info({ mailId: row.id, kind: row.emailType, by: config.SMTP_URL ? "smtp" : "folder" }, "mail sent");
}

/** Erases the person from the row of a last mail. */
export const forgotten = { recipientEmail: "", recipientName: "", subject: "", templateData: {}, words: null };

async function pendingMail(mailId: string) {
  const read = () =>
    db
      .select({ row: emailNotifications, startAfter: notDueUntil })
      .from(emailNotifications)
      .where(eq(emailNotifications.id, mailId));
  const [found] = await read();
  const undoId = found?.row.undoId;
  if (!undoId || found.startAfter || found.row.status !== "pending") return found;
  // A concurrent undo locks this row: after it the mail may be deleted.
  await db.select({ id: undoOffers.id }).from(undoOffers).where(eq(undoOffers.id, undoId)).for("share");
  return (await read())[0];
}

/** After the last try: marks the mail `failed` and keeps that try's error message. */
async function giveUp({ mailId }: { mailId: string }): Promise<void> {
  const errorMessage = sql`coalesce(${emailNotifications.errorMessage}, 'The program was stopped while sending.')`;
  await settle(mailId, { status: "failed", errorMessage });
  log.error({ mailId }, "a mail was given up");
}

/** Changes only a pending mail, so that a slower concurrent try can't overwrite `sent`. */
async function settle(mailId: string, change: Parameters<ReturnType<typeof updateMail>["set"]>[0]) {
  await updateMail()
    .set(change)
    .where(and(eq(emailNotifications.id, mailId), eq(emailNotifications.status, "pending")));
}

/** Removes a mail that is no longer true, as its cause would have, had it known of the mail. */
async function removePending(mailId: string): Promise<void> {
  await db
    .delete(emailNotifications)
    .where(and(eq(emailNotifications.id, mailId), eq(emailNotifications.status, "pending")));
}

/** Marks a mail as `failed`, unless it was redirected meanwhile: then it is retried with the new email. */
async function settleUnsent({ id, recipientEmail }: Row, errorMessage: string): Promise<void> {
  const { rowCount } = await updateMail()
    .set({ status: "failed", errorMessage })
    .where(
      and(
        eq(emailNotifications.id, id),
        eq(emailNotifications.status, "pending"),
        eq(emailNotifications.recipientEmail, recipientEmail),
      ),
    );
  if (rowCount === 0) await db.transaction((tx) => enqueue(tx, sendMailJob, { mailId: id }));
}

const updateMail = () => db.update(emailNotifications);

/** Mails to sample people are marked `failed`, with an `error_message` that says that this is intended. */
function neverDelivered(row: Row): string | null {
  if (row.isSample) return "Not sent: this email is for a sample person.";
  if (config.SMTP_URL && /[@.]example\s*$/i.test(row.recipientEmail))
    return "Not sent: addresses that end in .example belong to sample people and are never delivered to.";
  return null;
}

async function write(row: Row) {
  const texts = await currentMailText(db, row.emailType);
  const composed = compose(row.emailType, row.templateData, texts);
  if (!composed) return `Not sent: there is no template for ${row.emailType}.`;
  if (composed.notAfter && composed.notAfter <= new Date()) return "Not sent: it would have arrived too late.";
  const application = await applicationOf(row, composed);
  if (application?.refused) return refusedByOwner;
  if (application?.elsewhere) return "Not sent: the application now has a different email address.";
  const links = await makeLinks(composed.links, row, application);
  if (typeof links === "string") return links;
  const target = await replyTargetOf(row, composed, application);
  links.canReply = target !== null;
  const sender = await loadSender(db);
  const { renderLetter } = await import("./render.server");
  const { html, text } = await renderLetter(composed.letter(links, sender), sender);
  const calendars = await calendarFiles(composed, sender);
  return {
    id: row.id,
    kind: row.emailType,
    createdAt: row.createdAt,
    messageId: row.messageId,
    from: { name: sender.name, address: fromAddress() },
    to: { name: row.recipientName, address: row.recipientEmail },
    replyTo: target ? { name: sender.name, address: replyAddressOf(target) } : (composed.replyTo ?? sender.email),
    subject: composed.subjectOf(sender),
    words: Object.keys(texts).length > 0 ? texts : null,
    html,
    text,
    unsubscribe: links.unsubscribe || links.stopReminders,
    forgets: composed.forgets,
    attachments: await attachmentsOf(row.emailType, row.applicationId, composed.data),
    calendars,
  };
}

/**
 * The case or inquiry that takes a reply to this mail; null where replies are not received, about a draft, and for a
 * mail to another address than the one in force.
 */
async function replyTargetOf(
  { recipientEmail, contactInquiryId }: Row,
  { repliesTo }: Composed,
  application: Awaited<ReturnType<typeof applicationOf>>,
): Promise<ReplyTarget | null> {
  if (!isReceiving() || repliesTo === "office") return null;
  const [found] =
    repliesTo === "case"
      ? [application?.isSubmitted ? { id: application.applicationId, email: application.email } : undefined]
      : await inquiryOf(contactInquiryId);
  const isInForce = found?.email.trim().toLowerCase() === recipientEmail.trim().toLowerCase();
  return found && isInForce ? { kind: repliesTo, id: found.id, address: found.email } : null;
}

/** `id`: null once the inquiry was deleted. */
const inquiryOf = async (id: string | null) =>
  id === null
    ? []
    : db
        .select({ id: visaInquiries.id, email: visaInquiries.email })
        .from(visaInquiries)
        .where(eq(visaInquiries.id, id));

/** Made from stored data, so the same at every try. */
async function calendarFiles({ calendar }: Composed, sender: Sender) {
  if (calendar.length === 0) return [];
  const { calendarFile } = await import("./calendar/calendar-file.server");
  return calendar.map((entry) => ({ method: entry.method, content: calendarFile(entry, sender) }));
}

/**
 * Reads link secrets and refusals in one query, so that a new `resume_token` never reaches a refused or former email
 * (V-ATK-12). Staff are notified of every application.
 */
async function applicationOf({ applicationId, recipientEmail }: Row, { to, links }: Composed) {
  if (!applicationId) return undefined;
  const [application] = await db
    .select({
      resumeToken: visaApplications.resumeToken,
      refusedBy: visaApplications.refusedEmailHashes,
      email: visaApplications.userEmail,
      submittedAt: visaApplications.submittedAt,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  if (!application) return undefined;
  const refused = to !== "office" && application.refusedBy.includes(emailHash(recipientEmail));
  const isWayIn = links.some((link) => link === "resume" || link === "notMe");
  const elsewhere = isWayIn && application.email.toLowerCase() !== recipientEmail.trim().toLowerCase();
  const { resumeToken, email, submittedAt } = application;
  return { applicationId, resumeToken, refused, elsewhere, email, isSubmitted: submittedAt !== null };
}
