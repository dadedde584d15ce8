import { eq } from "drizzle-orm";
import { z } from "zod";
import { deleteOffersOf } from "~/accounts/undo/offer.server";
import { asHolderOfDraft, type HolderContext } from "~/applications/access/as-holder.server";
import { expiredCookie } from "~/applications/access/holder.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";

/** Notes that an applicant deleted a draft, so that a backup from before does not bring it back (V-ERASE-7). */
export const noteDeletedDraft = defineJob({
  name: "privacy.note-deleted-draft",
  data: z.object({ id: z.uuid(), at: z.iso.datetime() }),
  // For a week and more: nothing else knows of it while the storage is away.
  retry: { retries: 200, firstWait: 10, maxWait: 3600 },
  timeout: 60,
});

/**
 * Deletes a draft for the browser that holds it: answers, every browser's right to it, and its files, whose bytes go
 * once this is committed. Its mails stay in the log without an application. Only a draft can be deleted.
 */
export function deleteDraft(context: HolderContext, applicationId: string) {
  return asHolderOfDraft(context, applicationId, async ({ tx, record }) => {
    const files = await removeDraft(tx, applicationId);
    await enqueue(tx, noteDeletedDraft, { id: applicationId, at: new Date().toISOString() });
    await record({ actionType: "draft_deleted_by_applicant", details: { files } });
    return { ok: true, cookie: expiredCookie(applicationId) };
  });
}

/** Removes a draft and its files; how many there were. The caller checks the right, and that it is a draft. */
export async function removeDraft(tx: Transaction, applicationId: string): Promise<number> {
  const files = await tx.select({ id: documents.id }).from(documents).where(eq(documents.applicationId, applicationId));
  for (const { id } of files) await discardDocument(tx, id);
  await deleteOffersOf(tx, applicationId);
  await tx.delete(visaApplications).where(eq(visaApplications.id, applicationId));
  forgetDataKey(applicationId);
  return files.length;
}
