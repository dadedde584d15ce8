import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { receivedMails } from "~/db/schema/received-mails";
import type { ReceivedMailReason } from "~/db/schema/values";
import { storeDocument } from "~/documents/store.server";
import { mailFile } from "./put-into-inquiry.server";
import type { MailTarget, ReceivedMail } from "./received-mail";
import { storedRefused, storeReceivedMail } from "./store-received-mail.server";

/** How many the list holds; further emails wait in the mailbox, or are answered with 429. */
export const mostUnverified = 1000;

/** Literally as in the index `received_mails_unverified`. */
export const isUnverified = sql`${receivedMails.state} = 'unverified'`;

export const countUnverified = (from: Queryable): Promise<number> => from.$count(receivedMails, isUnverified);

/**
 * Stores an email that staff decide about, with its files, which belong to no case or inquiry until then. `target`:
 * what a valid token names. Returns its id.
 */
export async function storeUnverified(
  tx: Transaction,
  mail: ReceivedMail,
  why: ReceivedMailReason,
  target: MailTarget | null,
): Promise<string> {
  const id = await storeReceivedMail(tx, mail, target, { state: "unverified", why });
  for (const file of mail.files)
    await storeDocument(tx, {
      ...{ applicationId: null, receivedMailId: id, documentType: mailFile, file, uploadedBy: null },
    });
  await tx
    .update(receivedMails)
    .set({ refusedFiles: storedRefused(mail.refusedFiles) })
    .where(eq(receivedMails.id, id));
  return id;
}
