import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { promisedBy } from "~/content/settings/hours";
import { settingFacts } from "~/content/settings/settings.server";
import type { Transaction } from "~/db/client.server";
import { caseMessages, type MessageAbout } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { enqueue } from "~/jobs/queue.server";
import { mailMessages } from "./mail-job";

/** Milliseconds: messages of one side within this time of the first share one mail. */
const mailAfter = 5 * 60_000;

export type NewMessage = {
  applicationId: string;
  body: string;
  /** Ids of files that the application already owns. */
  files: readonly string[];
  /** The question that the message reports as wrong. */
  about?: MessageAbout;
  /** The email that it came by, and which part of its text it is. */
  mail?: { id: string; part: number; parts: number };
} & ({ side: "applicant" } | { side: "office"; adminEmail: string });

/**
 * Stores a message; the caller has locked the application. Writes its row and files, schedules the mail that it shares
 * with messages of the same minutes, and updates the turn. Returns its id.
 */
export async function storeMessage(tx: Transaction, message: NewMessage): Promise<string> {
  const { applicationId, side, body, files } = message;
  const open = await openGroup(tx, message);
  const mailDueAt = open ?? new Date(Date.now() + mailAfter);
  const [row] = await tx
    .insert(caseMessages)
    .values({
      applicationId,
      side,
      adminEmail: side === "office" ? message.adminEmail : null,
      body,
      about: message.about ?? null,
      ...mailColumns(message),
      answerBy: side === "applicant" ? await promise(tx) : null,
      mailDueAt,
      // Not `now()`: this transaction may have waited for another message, and must sort after it.
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: caseMessages.id });
  if (!row) throw new Error("A message was stored and is not there");
  if (files.length > 0)
    await tx
      .update(documents)
      .set({ caseMessageId: row.id, documentType: "message" })
      .where(and(eq(documents.applicationId, applicationId), inArray(documents.id, [...files])));
  if (!open) await enqueue(tx, mailMessages, { messageId: row.id }, { startAfter: mailDueAt });
  await updateTurn(tx, applicationId);
  return row.id;
}

const mailColumns = ({ mail }: NewMessage) => ({
  receivedMailId: mail?.id ?? null,
  mailPart: mail && mail.parts > 1 ? mail.part : null,
  mailParts: mail && mail.parts > 1 ? mail.parts : null,
});

/** When the scheduled mail goes out that this message can join. */
async function openGroup(tx: Transaction, { applicationId, side }: NewMessage): Promise<Date | undefined> {
  const [found] = await tx
    .select({ dueAt: caseMessages.mailDueAt })
    .from(caseMessages)
    .where(
      and(
        eq(caseMessages.applicationId, applicationId),
        eq(caseMessages.side, side),
        isNull(caseMessages.mailedAt),
        gt(caseMessages.mailDueAt, sql`clock_timestamp()`),
      ),
    )
    .limit(1);
  return found?.dueAt ?? undefined;
}

async function promise(tx: Transaction): Promise<Date | null> {
  const { hours, holidays } = await settingFacts(tx);
  return promisedBy(new Date(), hours, holidays);
}

/**
 * Marks the applicant's messages as answered up to `seen`, the newest on the screen; later ones stay unanswered. An
 * empty `seen` marks none. Returns how many it marked.
 */
export async function markMessagesAnswered(tx: Transaction, applicationId: string, seen?: string): Promise<number> {
  if (seen === "") return 0;
  const upTo = sql`(select s.created_at from case_messages s where s.id = ${seen} and s.application_id = ${applicationId})`;
  const settled = await tx
    .update(caseMessages)
    .set({ answeredAt: sql`now()` })
    .where(
      and(
        eq(caseMessages.applicationId, applicationId),
        eq(caseMessages.side, "applicant"),
        isNull(caseMessages.answeredAt),
        seen ? lte(caseMessages.createdAt, upTo) : undefined,
      ),
    )
    .returning({ id: caseMessages.id });
  return settled.length;
}
