import { eq, inArray, or } from "drizzle-orm";
import { deleteOffersOf } from "~/accounts/undo/offer.server";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { receivedMails } from "~/db/schema/received-mails";
import { discardDocument } from "~/documents/discard.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { cancelUndoableMails } from "~/mail/outbox.server";

/**
 * Deletes an inquiry and its files, whose bytes are deleted after the commit; returns the number of files. The caller
 * must have locked its row. Its mails stay in the log without an inquiry; a reply that could still be undone isn't
 * sent.
 */
export async function removeInquiry(tx: Transaction, inquiryId: string): Promise<number> {
  const ofMails = tx.select({ id: receivedMails.id }).from(receivedMails).where(eq(receivedMails.inquiryId, inquiryId));
  const files = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(or(eq(documents.inquiryId, inquiryId), inArray(documents.receivedMailId, ofMails)));
  for (const { id } of files) await discardDocument(tx, id);
  await cancelUndoableMails(tx, inquiryId);
  await deleteOffersOf(tx, inquiryId);
  await tx.delete(visaInquiries).where(eq(visaInquiries.id, inquiryId));
  forgetDataKey(inquiryId);
  return files.length;
}
