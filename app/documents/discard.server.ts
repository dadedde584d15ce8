import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { folderOf, removeContent } from "./content-files.server";
import { removeDocument } from "./storage.server";

const removeBytes = defineJob({
  name: "documents.remove-bytes",
  data: z.object({ storageKey: z.string() }),
  retry: { retries: 20, firstWait: 10, maxWait: 3600 },
  timeout: 60,
});

/** Registers the job that deletes the bytes of removed documents; call before the queue starts. */
export function registerDocuments(): void {
  registerJob(removeBytes, async ({ storageKey }) => {
    await (folderOf(storageKey) === null ? removeDocument(storageKey) : removeContent(storageKey));
  });
}

/** Deletes the row in the caller's transaction, the bytes once that is committed. The caller checks the right. */
export async function discardDocument(tx: Transaction, id: string): Promise<boolean> {
  const [deleted] = await tx
    .delete(documents)
    .where(eq(documents.id, id))
    .returning({ storageKey: documents.storageKey });
  if (deleted) await enqueueRemoval(tx, deleted);
  return deleted !== undefined;
}

export const enqueueRemoval = (tx: Transaction, file: { storageKey: string }) => enqueue(tx, removeBytes, file);
