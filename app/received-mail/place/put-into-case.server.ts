import { eq } from "drizzle-orm";
import { storeMessage } from "~/cases/messages/store-message.server";
import { recordActivity } from "~/core/activity.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { receivedMails } from "~/db/schema/received-mails";
import { messageDraft } from "~/documents/of-case.server";
import { storeIfRoom } from "~/documents/store.server";
import { noText, type ReceivedMail, type RefusedFile } from "./received-mail";
import { splitText } from "./split-text";
import { storedRefused, storeReceivedMail } from "./store-received-mail.server";

/** Characters of one message. */
const longestPart = 10_000;

/**
 * Puts an email into a case as messages of the applicant, in every status, with the promise, the turn and the mail to
 * staff of each message. Returns false if the case doesn't exist, or is a draft.
 */
export async function putIntoCase(tx: Transaction, applicationId: string, mail: ReceivedMail): Promise<boolean> {
  const application = await lockCaseOfMail(tx, applicationId);
  if (!application) return false;
  const id = await storeReceivedMail(tx, mail, { kind: "case", id: applicationId }, { state: "in_thread" });
  const refused = [...mail.refusedFiles];
  const files: string[] = [];
  for (const file of mail.files) {
    const document = { applicationId, documentType: messageDraft.applicant, file, uploadedBy: null };
    const stored = await storeIfRoom(tx, document);
    if ("full" in stored) refused.push({ name: file.name, reason: stored.full });
    else files.push(stored.id);
  }
  await storeMailMessages(tx, application, { id, body: mail.body, files, refused });
  return true;
}

/** Locks a submitted application; undefined if there is none. */
export async function lockCaseOfMail(tx: Transaction, id: string) {
  const [application] = await tx
    .select({ id: visaApplications.id, status: visaApplications.status, number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(eq(visaApplications.id, id))
    .for("update");
  return application?.status === "draft" ? undefined : application;
}

type StoredMail = { id: string; body: string; files: readonly string[]; refused: readonly RefusedFile[] };

/**
 * Stores the messages of an email whose row and files exist. The text moves from the row into the messages, so that it
 * is stored once; the last one has the files.
 */
export async function storeMailMessages(
  tx: Transaction,
  { id: applicationId, number }: { id: string; number: string },
  { id: receivedMailId, body, files, refused }: StoredMail,
): Promise<void> {
  const isEmpty = body.trim() === "" && files.length === 0;
  const parts = splitText(isEmpty ? noText : body, longestPart);
  for (const [index, part] of parts.entries())
    await storeMessage(tx, {
      applicationId,
      side: "applicant",
      body: part,
      files: index === parts.length - 1 ? files : [],
      mail: { id: receivedMailId, part: index + 1, parts: parts.length },
    });
  await tx
    .update(receivedMails)
    .set({ body: "", refusedFiles: storedRefused(refused) })
    .where(eq(receivedMails.id, receivedMailId));
  await recordActivity(tx, null, {
    actionType: "case_message_written",
    subjectType: "application",
    subjectId: applicationId,
    subjectName: number,
    details: { number, by: "applicant", email: true, files: files.length },
  });
}
