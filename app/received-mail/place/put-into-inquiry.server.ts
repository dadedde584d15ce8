import { eq } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import type { Transaction } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { receivedMails } from "~/db/schema/received-mails";
import { storeIfRoom } from "~/documents/store.server";
import { notifyInquiry } from "./notify-inquiry.server";
import { noText, type ReceivedMail, type RefusedFile } from "./received-mail";
import { storedRefused, storeReceivedMail } from "./store-received-mail.server";

/**
 * Puts an email into the thread of an inquiry and notifies its owner and the office; its status stays. Returns false
 * if the inquiry doesn't exist.
 */
export async function putIntoInquiry(tx: Transaction, inquiryId: string, mail: ReceivedMail): Promise<boolean> {
  const inquiry = await lockInquiryOfMail(tx, inquiryId);
  if (!inquiry) return false;
  const id = await storeReceivedMail(tx, mail, { kind: "inquiry", id: inquiryId }, { state: "in_thread" });
  const refused = [...mail.refusedFiles];
  let files = 0;
  for (const file of mail.files) {
    const document = { applicationId: null, inquiryId, receivedMailId: id, documentType: mailFile, file };
    const stored = await storeIfRoom(tx, { ...document, uploadedBy: null });
    if ("full" in stored) refused.push({ name: file.name, reason: stored.full });
    else files += 1;
  }
  await addToThread(tx, inquiry, { id, body: mail.body, files, refused });
  return true;
}

/** The type of files of emails that are not in a case. */
export const mailFile = "email";

/** Locks an inquiry; undefined if there is none. */
export async function lockInquiryOfMail(tx: Transaction, id: string) {
  const [inquiry] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
  return inquiry;
}

type StoredMail = { id: string; body: string; files: number; refused: readonly RefusedFile[] };

/** Completes an email whose row and files exist, and notifies the staff. */
export async function addToThread(
  tx: Transaction,
  inquiry: typeof visaInquiries.$inferSelect,
  { id, body, files, refused }: StoredMail,
): Promise<void> {
  const text = body.trim() === "" && files === 0 ? noText : body;
  await tx
    .update(receivedMails)
    .set({ body: text, refusedFiles: storedRefused(refused) })
    .where(eq(receivedMails.id, id));
  // Its period of retention begins again.
  await tx.update(visaInquiries).set({ updatedAt: new Date() }).where(eq(visaInquiries.id, inquiry.id));
  await recordActivity(tx, null, {
    actionType: "inquiry_email_received",
    subjectType: "inquiry",
    subjectId: inquiry.id,
    details: { files },
  });
  await notifyInquiry(tx, inquiry, { text, files });
}
