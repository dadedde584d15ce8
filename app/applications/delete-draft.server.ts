import { eq } from "drizzle-orm";
import { recordActivity } from "~/accounts/activity.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { expiredCookie, isHolder } from "./holder.server";

export type DeleteResult = { outcome: "deleted"; cookie: string } | { outcome: "submitted" | "refused" };

/**
 * Deletes a draft for the browser that holds it: answers, every browser's right to it, and its files, whose bytes go
 * once this is committed. Its mails stay in the log, of no application any more. What is no draft is not deleted.
 */
export async function deleteDraft(
  context: { address: string; holder: string },
  applicationId: string,
): Promise<DeleteResult> {
  return db.transaction(async (tx): Promise<DeleteResult> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application || !(await isHolder(tx, applicationId, context.holder))) return { outcome: "refused" };
    if (application.status !== "draft") return { outcome: "submitted" };
    const files = await removeDraft(tx, applicationId);
    await recordActivity(tx, null, {
      actionType: "draft_deleted_by_applicant",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber, files },
      address: context.address,
    });
    return { outcome: "deleted", cookie: expiredCookie(applicationId) };
  });
}

/** Removes a draft with its files; the right to do so, and that it is one, are the caller's to check. Answers how many files it had. */
export async function removeDraft(tx: Transaction, applicationId: string): Promise<number> {
  const files = await tx.select({ id: documents.id }).from(documents).where(eq(documents.applicationId, applicationId));
  for (const { id } of files) await discardDocument(tx, id);
  await tx.delete(visaApplications).where(eq(visaApplications.id, applicationId));
  return files.length;
}
