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

/** Records that an applicant deleted a draft, so that restoring an older backup does not bring it back. */
export const noteDeletedDraft = defineJob({
  name: "privacy.note-deleted-draft",
  data: z.object({ id: z.uuid(), at: z.iso.datetime() }),
  // Retries for over a week, as nothing else records it while the storage is unavailable.
  retry: { retries: 200, firstWait: 10, maxWait: 3600 },
  timeout: 60,
});

/** Deletes a draft with all rights and files; the bytes are deleted after the commit. Mails stay in the log. */
export function deleteDraft(context: HolderContext, applicationId: string) {
  return asHolderOfDraft(context, applicationId, async ({ tx, record }) => {
    const files = await removeDraft(tx, applicationId);
    await enqueue(tx, noteDeletedDraft, { id: applicationId, at: new Date().toISOString() });
    await record({ actionType: "draft_deleted_by_applicant", details: { files } });
    return { ok: true, cookie: expiredCookie(applicationId) };
  });
}

/** Deletes a draft and returns its number of files. The caller checks the right, and that it is a draft. */
export async function removeDraft(tx: Transaction, applicationId: string): Promise<number> {
  const files = await tx.select({ id: documents.id }).from(documents).where(eq(documents.applicationId, applicationId));
  for (const { id } of files) await discardDocument(tx, id);
  await deleteOffersOf(tx, applicationId);
  await tx.delete(visaApplications).where(eq(visaApplications.id, applicationId));
  forgetDataKey(applicationId);
  return files.length;
}
