import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { receivedMails } from "~/db/schema/received-mails";
import type { ReceivedMailReason } from "~/db/schema/values";
import { storeDocument } from "~/documents/store.server";
import { longestMail } from "~/request-bodies/body-policy";
import { mailFile } from "./put-into-inquiry.server";
import type { MailTarget, ReceivedMail } from "./received-mail";
import { storedRefused, storeReceivedMail } from "./store-received-mail.server";

/** What the list holds, in emails and bytes; further emails wait in the mailbox, or are answered with 429. */
export const mostUnverified = { mails: 1000, bytes: 2 * 1024 ** 3 };

/** Literally as in the index `received_mails_unverified`. */
export const isUnverified = sql`${receivedMails.state} = 'unverified'`;

export const countUnverified = (from: Queryable): Promise<number> => from.$count(receivedMails, isUnverified);

/** Whether the list has no room for one more email, whatever its size. */
export async function isListFull(from: Queryable): Promise<boolean> {
  const { rows } = await from.execute<{ mails: number; bytes: string }>(sql`
    select count(*)::int as mails, coalesce(sum(pg_column_size(body) + pg_column_size(quoted)), 0)
      + coalesce((select sum(d.byte_size) from documents d join received_mails m on m.id = d.received_mail_id
          where m.state = 'unverified'), 0) as bytes
    from received_mails where ${isUnverified}`);
  const [{ mails = 0, bytes = "0" } = {}] = rows;
  return mails >= mostUnverified.mails || Number(bytes) > mostUnverified.bytes - longestMail;
}

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
