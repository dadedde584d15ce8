import { eq } from "drizzle-orm";
import { clipped } from "~/core/character-count";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { receivedMails } from "~/db/schema/received-mails";
import { discardDocument } from "~/documents/discard.server";
import type { MailTarget, ReceivedMail, RefusedFile } from "./received-mail";

type Placed = Pick<typeof receivedMails.$inferInsert, "state" | "why">;

/** Columns that name what a mail belongs to. */
export const columnsOf = (target: MailTarget | null) => ({
  applicationId: target?.kind === "case" ? target.id : null,
  inquiryId: target?.kind === "inquiry" ? target.id : null,
});

/** Writes the row of an email; returns its id. */
export async function storeReceivedMail(
  tx: Transaction,
  { sender, senderName, subject, body, quoted, leftOut }: ReceivedMail,
  target: MailTarget | null,
  placed: Placed,
): Promise<string> {
  const [row] = await tx
    .insert(receivedMails)
    .values({
      ...columnsOf(target),
      ...placed,
      sender: clipped(sender, 254),
      senderName: clipped(senderName, 200),
      subject: clipped(subject, 500),
      body,
      quoted,
      leftOut,
    })
    .returning({ id: receivedMails.id });
  if (!row) throw new Error("A received email was stored and is not there");
  return row.id;
}

/** Deletes an email that belongs to no thread, and its files, whose bytes are deleted after the commit. */
export async function removeReceivedMail(tx: Transaction, id: string): Promise<void> {
  const files = await tx.select({ id: documents.id }).from(documents).where(eq(documents.receivedMailId, id));
  for (const file of files) await discardDocument(tx, file.id);
  await tx.delete(receivedMails).where(eq(receivedMails.id, id));
}

/** As many as the thread names. */
const mostRefused = 100;

/** Bounded, because a name and a reason come from the email. */
export const storedRefused = (files: readonly RefusedFile[]): RefusedFile[] =>
  files.slice(0, mostRefused).map(({ name, reason }) => ({ name, reason: clipped(reason, 300) }));
