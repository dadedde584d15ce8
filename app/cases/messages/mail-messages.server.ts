import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { storedName } from "~/applications/stored-answers/answers.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { db, type Transaction } from "~/db/client.server";
import { caseMessages } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { mailMessages } from "./mail-job";

/** Registers the job that mails messages to the other side; call before the queue starts. */
export function registerMessageMails(): void {
  registerJob(mailMessages, ({ messageId }) => db.transaction((tx) => mailGroup(tx, messageId)));
}

type Message = typeof caseMessages.$inferSelect;

/**
 * Enqueues one mail for all messages of the side that are due together. Marks them in the same transaction, under the
 * application's lock that writers take too, so that each is in one mail.
 */
async function mailGroup(tx: Transaction, messageId: string): Promise<void> {
  const [first] = await tx
    .select({ message: caseMessages, isDue: sql<boolean>`${caseMessages.mailDueAt} <= clock_timestamp()` })
    .from(caseMessages)
    .where(eq(caseMessages.id, messageId));
  const { mailDueAt: dueAt, side, applicationId } = first?.message ?? {};
  if (!(first && dueAt && side && applicationId)) return;
  if (!first.isDue) return enqueue(tx, mailMessages, { messageId }, { startAfter: dueAt });
  const application = await lockedApplication({ tx }, applicationId);
  const group = and(
    eq(caseMessages.applicationId, applicationId),
    eq(caseMessages.side, side),
    // Compare in SQL: a JavaScript Date would drop the microseconds.
    sql`${caseMessages.mailDueAt} = (select m.mail_due_at from case_messages m where m.id = ${messageId})`,
    isNull(caseMessages.mailedAt),
  );
  const messages = await tx.select().from(caseMessages).where(group).orderBy(asc(caseMessages.createdAt));
  if (!application || messages.length === 0) return;
  await tx.update(caseMessages).set({ mailedAt: sql`now()` }).where(group);
  const name = await storedName(tx, applicationId);
  const data = { applicationNumber: application.applicationNumber, messages: await asStored(tx, messages) };
  if (side === "office") {
    const { userEmail: to } = application;
    await enqueueMail(tx, {
      kind: "case_message",
      to,
      toName: name,
      applicationId,
      data: { ...data, name, email: to },
    });
  } else {
    const answerBy = messages[0]?.answerBy?.toISOString() ?? null;
    await enqueueMail(tx, {
      kind: "case_message_notification",
      applicationId,
      data: { ...data, applicantName: name, applicationId, answerBy },
    });
  }
}

/** The messages as a mail stores them, each with its number of files. */
async function asStored(tx: Transaction, messages: Message[]): Promise<string> {
  const ids = messages.map(({ id }) => id);
  const rows = await tx
    .select({ id: documents.caseMessageId, files: count() })
    .from(documents)
    .where(inArray(documents.caseMessageId, ids))
    .groupBy(documents.caseMessageId);
  const files = new Map(rows.map((row) => [row.id, row.files]));
  return JSON.stringify(
    messages.map(({ id, body, createdAt }) => ({ at: createdAt.toISOString(), text: body, files: files.get(id) ?? 0 })),
  );
}
