import { eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { receivedMails } from "~/db/schema/received-mails";
import { storeIfRoom } from "~/documents/store.server";
import type { ReceivedMail } from "./received-mail";
import { storedRefused, storeReceivedMail } from "./store-received-mail.server";

/**
 * Puts an email into the thread of an inquiry and notifies its owner and the office. Returns false if the inquiry
 * doesn't exist.
 */
export async function putIntoInquiry(tx: Transaction, inquiryId: string, mail: ReceivedMail): Promise<boolean> {
  const inquiry = await lockInquiryOfMail(tx, inquiryId);
  if (!inquiry) return false;
  const id = await storeReceivedMail(tx, mail, { kind: "inquiry", id: inquiryId }, { state: "in_thread" });
  const refused = [...mail.refusedFiles];
  for (const file of mail.files) {
    const document = { applicationId: null, inquiryId, receivedMailId: id, documentType: "email", file };
    const stored = await storeIfRoom(tx, { ...document, uploadedBy: null });
    if ("full" in stored) refused.push({ name: file.name, reason: stored.full });
  }
  await tx
    .update(receivedMails)
    .set({ refusedFiles: storedRefused(refused) })
    .where(eq(receivedMails.id, id));
  return true;
}

export async function lockInquiryOfMail(tx: Transaction, id: string) {
  const [inquiry] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
  return inquiry;
}
