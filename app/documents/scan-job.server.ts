import { buffer } from "node:stream/consumers";
import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";
import { openFile } from "./at-rest/open-file.server";
import { enqueueRemoval } from "./discard.server";
import type { Document } from "./readers.server";
import { scan } from "./scanner.server";

/** Retried at least every five minutes for two days, then daily; the file can't be opened until it is scanned. */
export const scanJob = defineJob({
  name: "documents.scan",
  data: z.object({ documentId: z.uuid() }),
  retry: { retries: 600, firstWait: 5, maxWait: 300 },
  timeout: 120,
});

/** Registers the job that scans files stored while the scanner was unavailable; call before the queue starts. */
export function registerScans(): void {
  registerJob(scanJob, ({ documentId }) => scanLater(documentId));
}

export const enqueueScan = (tx: Transaction, documentId: string) => enqueue(tx, scanJob, { documentId });

type OnScanned = (tx: Transaction, document: Document) => Promise<void>;
const listeners = singleton<{ found?: OnScanned; clean?: OnScanned }>("scanned files", () => ({}));

/** Lets a higher layer react to a virus in a stored file, in the same transaction. */
export function registerFoundVirus(found: OnScanned): void {
  listeners.found = found;
}

/** The same for a stored file that was found to be clean. */
export function registerCleanFile(clean: OnScanned): void {
  listeners.clean = clean;
}

/** Queues files waiting for more than a day again, because the queue drops jobs that wait for weeks. */
export async function enqueueWaiting(): Promise<void> {
  const old = and(eq(documents.scan, "waiting"), lt(documents.createdAt, sql`now() - interval '1 day'`));
  await db.transaction(async (tx) => {
    for (const { id } of await tx.select({ id: documents.id }).from(documents).where(old)) await enqueueScan(tx, id);
  });
}

/** Before its file: everybody who sends or decides locks in this order, and a dated file's trigger locks its case. */
async function lockApplicationOf(tx: Transaction, { applicationId }: Document): Promise<void> {
  if (applicationId)
    await tx
      .select({ id: visaApplications.id })
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
}

/** Deletes the bytes of an infected file; the row stays, for its sender and for staff. */
async function scanLater(documentId: string): Promise<void> {
  const waiting = and(eq(documents.id, documentId), eq(documents.scan, "waiting"));
  const [row] = await db.select().from(documents).where(waiting);
  const stream = row && (await openFile(row));
  if (!stream) return;
  const verdict = await scan(new Blob([new Uint8Array(await buffer(stream))]));
  if (verdict === "away") throw new Error("The virus scanner is away");
  if (verdict === "clean")
    return db.transaction(async (tx) => {
      await lockApplicationOf(tx, row);
      const [updated] = await tx.update(documents).set({ scan: "clean" }).where(waiting).returning();
      if (updated) await listeners.clean?.(tx, updated);
    });
  await db.transaction(async (tx) => {
    await lockApplicationOf(tx, row);
    const found = { scan: "infected", virus: verdict.virus, fileKey: null, fileKeyBy: null } as const;
    const [updated] = await tx.update(documents).set(found).where(waiting).returning();
    if (!updated) return;
    await enqueueRemoval(tx, { storageKey: updated.storageKey });
    await listeners.found?.(tx, updated);
  });
  log.warn({ documentId, virus: verdict.virus }, "a virus was found in a document, and its bytes are removed");
}
