import { and, asc, eq, gt, inArray, ne, notInArray } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { clientImports } from "~/db/schema/clients";
import { documents, missingFiles } from "~/db/schema/documents";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { isApart } from "./at-rest/apart-folders";
import { encryptedSize } from "./at-rest/encrypted-bytes.server";
import { folderOf } from "./content-files.server";
import { enqueueWaiting } from "./scan-job.server";
import { removeStored, storedFacts, storedKeys } from "./storage.server";

const reconcile = defineJob({
  name: "documents.reconcile",
  data: z.object({}),
  retry: { retries: 2, firstWait: 600, maxWait: 3600 },
  timeout: 4 * 3600,
  schedule: "45 3 * * *",
});

/** Registers the nightly comparison; call before the queue starts. */
export function registerReconcile(): void {
  registerJob(reconcile, async (_, { signal }) => {
    await reconcileStorage(signal);
    await enqueueWaiting();
  });
}

/** Milliseconds. A file is written before its row is committed, so a newer file may still get one. */
const grace = 24 * 3600 * 1000;

/**
 * Compares storage and rows. Removes files older than a day without a row (rolled back, or the process was killed);
 * logs rows whose file is missing or has another size, and shows them to staff. Returns how many of each.
 */
export async function reconcileStorage(signal?: AbortSignal): Promise<{ removed: number; missing: number }> {
  const removed = await removeOrphans(signal);
  const missing = await reportMissing(signal);
  if (removed + missing > 0) log.warn({ removed, missing }, "storage and rows of documents differed");
  return { removed, missing };
}

async function removeOrphans(signal?: AbortSignal) {
  let removed = 0;
  for await (const keys of storedKeys()) {
    signal?.throwIfAborted();
    const rows = await db
      .select({ key: documents.storageKey })
      .from(documents)
      .where(inArray(documents.storageKey, keys));
    const ofImports = await db
      .select({ key: clientImports.storageKey })
      .from(clientImports)
      .where(inArray(clientImports.storageKey, keys));
    const known = new Set([...rows, ...ofImports].map(({ key }) => key));
    for (const key of keys.filter((key) => !known.has(key) && !isApart(key) && folderOf(key) === null)) {
      const facts = await storedFacts(key);
      if (!facts || Date.now() - facts.since.getTime() < grace) continue;
      await removeStored(key);
      removed += 1;
    }
  }
  return removed;
}

async function reportMissing(signal?: AbortSignal) {
  let missing = 0;
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    signal?.throwIfAborted();
    const rows = await db
      .select()
      .from(documents)
      .where(and(gt(documents.id, last), ne(documents.scan, "infected")))
      .orderBy(asc(documents.id))
      .limit(200);
    const lost: string[] = [];
    for (const { id, storageKey, byteSize } of rows) {
      const wanted = encryptedSize(byteSize);
      const found = (await storedFacts(storageKey))?.bytes ?? 0;
      if (found === wanted || !(await isStillAt(id, storageKey))) continue;
      lost.push(id);
      log.error({ documentId: id, wanted, found }, "a document's bytes are missing");
    }
    missing += lost.length;
    await recordMissing(
      rows.map(({ id }) => id),
      lost,
    );
    const end = rows.at(-1);
    if (!end) return missing;
    last = end.id;
  }
}

/** Shown to staff until the file is back. */
async function recordMissing(checked: string[], lost: string[]): Promise<void> {
  const isChecked = inArray(missingFiles.documentId, checked);
  if (checked.length > 0)
    await db.delete(missingFiles).where(and(isChecked, notInArray(missingFiles.documentId, lost)));
  for (const documentId of lost) await db.insert(missingFiles).values({ documentId }).onConflictDoNothing();
}

/** It may have been removed or encrypted since its row was read. */
async function isStillAt(id: string, storageKey: string): Promise<boolean> {
  return (await db.$count(documents, and(eq(documents.id, id), eq(documents.storageKey, storageKey)))) > 0;
}
