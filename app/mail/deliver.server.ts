import { and, eq, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { emailNotifications } from "~/db/schema/mail";
import { cleaned } from "~/ground/typed-text";
import type { JobRun } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { DeliveryError } from "./delivery-error.server";
import { waitsUntil } from "./due.server";
import { makeLinks } from "./links/make-links.server";
import { addressHash, refusedByOwner } from "./refused-address.server";
import { sendMailJob } from "./send-mail-job";
import { loadSender } from "./sender.server";
import type { Composed } from "./template";
import { compose } from "./templates";
import { handOver } from "./transport.server";

type Row = typeof emailNotifications.$inferSelect;

/** Tells the queue how mails are sent; to be called before the queue is started. */
export function registerMail(): void {
  registerJob(sendMailJob, ({ mailId }, run) => deliver(mailId, run), giveUp);
}

/**
 * One try: words the mail, makes its private link, hands it over and marks it `sent`. A failure is counted and kept in
 * `error_message`, and thrown, so that the queue tries again; what the server refuses for good is `failed` at once. A
 * mail that is already sent is not sent again; only a crash between handing over and marking repeats one, under the
 * same Message-ID (D20).
 */
async function deliver(mailId: string, run: Pick<JobRun, "signal">): Promise<void> {
  const [found] = await db
    .select({ row: emailNotifications, startAfter: waitsUntil })
    .from(emailNotifications)
    .where(eq(emailNotifications.id, mailId));
  // Its row went with the sample people, or a try before this one has sent it.
  if (found?.row.status !== "pending") return;
  const { row, startAfter } = found;
  // Never before its time, whatever woke this run (V-ATK-20).
  if (startAfter) return db.transaction((tx) => enqueue(tx, sendMailJob, { mailId }, { startAfter }));
  const never = neverDelivered(row);
  if (never) return void (await settle(row.id, { status: "failed", errorMessage: never }));
  try {
    const outgoing = await write(row);
    if (typeof outgoing === "string") return void (await settle(row.id, { status: "failed", errorMessage: outgoing }));
    await handOver(outgoing, run.signal);
  } catch (error) {
    const failure = error instanceof DeliveryError ? error : undefined;
    const errorMessage = cleaned(failure?.detail ?? "The mail could not be prepared.").slice(0, 2000);
    const attempts = sql`${emailNotifications.attempts} + 1`;
    await settle(row.id, { attempts, errorMessage, ...(failure?.refused ? { status: "failed" } : {}) });
    if (failure?.refused) return log.warn({ mailId: row.id, kind: row.emailType }, "a mail was refused for good");
    if (failure?.setting)
      log.error(
        { mailId: row.id, setting: failure.setting },
        "mails can't be sent and wait: a setting has to be mended",
      );
    throw error;
  }
  const attempts = sql`${emailNotifications.attempts} + 1`;
  await settle(row.id, { status: "sent", sentAt: sql`now()`, attempts, errorMessage: null });
  log.info({ mailId: row.id, kind: row.emailType, by: config.SMTP_URL ? "smtp" : "folder" }, "mail sent");
}

/** After the last try. What the last try said stays beside it. */
async function giveUp({ mailId }: { mailId: string }): Promise<void> {
  const errorMessage = sql`coalesce(${emailNotifications.errorMessage}, 'The program was stopped while sending.')`;
  await settle(mailId, { status: "failed", errorMessage });
  log.error({ mailId }, "a mail was given up");
}

/** Only a pending mail changes: what is sent stays sent, whatever a slower try beside it says. */
async function settle(mailId: string, change: Parameters<ReturnType<typeof updateMail>["set"]>[0]) {
  await updateMail()
    .set(change)
    .where(and(eq(emailNotifications.id, mailId), eq(emailNotifications.status, "pending")));
}

const updateMail = () => db.update(emailNotifications);

/**
 * Sample people are nobody (D13). Such a mail is marked `failed`, which is the truth: it was not sent, and
 * `error_message` says that this is as it should be.
 */
function neverDelivered(row: Row): string | null {
  if (row.isSample) return "Not sent: this mail belongs to a sample person.";
  if (config.SMTP_URL && /[@.]example\s*$/i.test(row.recipientEmail))
    return "Not sent: addresses that end in .example belong to sample people and are never delivered to.";
  return null;
}

/** The mail as it goes out, or why it never can. */
async function write(row: Row) {
  const composed = compose(row.emailType, row.templateData);
  if (!composed) return `Not sent: there is no template for ${row.emailType}.`;
  const application = await applicationOf(row, composed);
  if (application?.refused) return refusedByOwner;
  const links = await makeLinks(composed.links, row, application);
  if (typeof links === "string") return links;
  const sender = await loadSender(db);
  const { renderLetter } = await import("./render.server");
  const { html, text } = await renderLetter(composed.letter(links, sender), sender);
  return {
    id: row.id,
    kind: row.emailType,
    createdAt: row.createdAt,
    messageId: row.messageId,
    to: { name: row.recipientName, address: row.recipientEmail },
    replyTo: composed.replyTo ?? sender.email,
    subject: row.subject,
    html,
    text,
    unsubscribe: links.unsubscribe,
  };
}

/**
 * What its links are made from, and whether the owner of its address has refused it: both of one read, so that a new
 * `resume_token` never reaches a refused address (V-ATK-12). Staff hear of every application.
 */
async function applicationOf({ applicationId, recipientEmail }: Row, { to }: Composed) {
  if (!applicationId) return undefined;
  const [application] = await db
    .select({ resumeToken: visaApplications.resumeToken, refusedBy: visaApplications.refusedEmailHashes })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  if (!application) return undefined;
  const refused = to !== "office" && application.refusedBy.includes(addressHash(recipientEmail));
  return { applicationId, resumeToken: application.resumeToken, refused };
}
