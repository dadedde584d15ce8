import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { folderOf, removeContent } from "./content-files.server";
import { removeDocument } from "./storage.server";

const removeBytes = defineJob({
  name: "documents.remove-bytes",
  data: z.object({ storageKey: z.string(), replaced: z.boolean().optional() }),
  retry: { retries: 20, firstWait: 10, maxWait: 3600 },
  timeout: 60,
});

/** Registers the job that deletes the bytes of removed documents; call before the queue starts. */
export function registerDocuments(): void {
  registerJob(removeBytes, async ({ storageKey, replaced }) => {
    if (replaced && (await isBackupRunning())) throw new Error("A backup runs, which may still read these bytes");
    await (folderOf(storageKey) === null ? removeDocument(storageKey) : removeContent(storageKey));
  });
}

/** Whether `npm run backup` is at work: its snapshot may be older than the present name of a document's bytes. */
async function isBackupRunning(): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = 'lucaya backup' and datname = current_database()`,
  );
  return rows.length > 0;
}

/**
 * Removes a document (W-UPLOAD-8): its row in the caller's transaction, its bytes only once that is committed. The
 * caller checks the right to do so. Returns whether there was one.
 */
export async function discardDocument(tx: Transaction, id: string): Promise<boolean> {
  const [gone] = await tx.delete(documents).where(eq(documents.id, id)).returning({ storageKey: documents.storageKey });
  if (gone) await enqueueRemoval(tx, gone);
  return gone !== undefined;
}

/**
 * Removes bytes once the caller's transaction is committed. Those that others have `replaced` stay until no backup runs
 * that began before.
 */
export const enqueueRemoval = (tx: Transaction, gone: { storageKey: string; replaced?: true }) =>
  enqueue(tx, removeBytes, gone);
