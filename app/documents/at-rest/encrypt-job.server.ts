import { createHash, randomBytes } from "node:crypto";
import { and, asc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Queryable } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { newKey } from "~/encryption/cipher.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { enqueueRemoval } from "../discard.server";
import type { Document } from "../readers.server";
import { chunksOfStored, openDocument, prepareStorage, storedFacts } from "../storage.server";
import { StorageError } from "../storage-error.server";
import { DamagedFile, decrypted, type EncryptedFile } from "./encrypted-bytes.server";
import { wrapFileKey } from "./file-keys.server";
import { putFile } from "./open-file.server";

/** Repeated at least every five minutes for two days, then nightly and at each start, while there is such a file. */
export const encryptJob = defineJob({
  name: "documents.encrypt",
  data: z.object({}),
  retry: { retries: 600, firstWait: 5, maxWait: 300 },
  timeout: 6 * 3600,
});

/** Registers the job that encrypts files from before encryption (V-ENC-9); call before the queue starts. */
export function registerFileEncryption(): void {
  registerJob(encryptJob, (_, { signal }) => encryptPlainFiles(signal));
}

/** Bytes in clear; those of an infected file are gone. */
const inClear = and(isNull(documents.fileKey), ne(documents.scan, "infected"));

/** How many files still lie in clear. */
export const countOfPlainFiles = (from: Queryable = db): Promise<number> => from.$count(documents, inClear);

/** Enqueues the job when a file lies in clear and the job is not there yet. */
export async function enqueueEncryption(): Promise<void> {
  await db.transaction(async (tx) => {
    // Two instances may start at once.
    await takeLock(tx, locks.fileEncryption);
    const { rows } = await tx.execute(
      sql`select 1 from pgboss.job where name = ${encryptJob.name} and state in ('created', 'retry', 'active')`,
    );
    if (rows.length === 0 && (await countOfPlainFiles(tx)) > 0) await enqueue(tx, encryptJob, {});
  });
}

/** Goes through all of them; throws at the end when some failed, so that the queue tries those again. */
async function encryptPlainFiles(signal: AbortSignal): Promise<void> {
  let failed = 0;
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await db
      .select()
      .from(documents)
      .where(and(inClear, gt(documents.id, last)))
      .orderBy(asc(documents.id))
      .limit(100);
    for (const document of rows) {
      signal.throwIfAborted();
      try {
        await encryptFile(document);
      } catch (error) {
        // Without the storage none of the others can be encrypted either.
        if (error instanceof StorageError && !(await prepareStorage())) throw error;
        failed += 1;
        log.error({ documentId: document.id, err: error }, "a file could not be encrypted");
      }
    }
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
  }
  if (failed > 0) throw new Error(`${failed} files could not be encrypted`);
}

/**
 * Writes the encrypted bytes under a new name, reads them back, and then changes the row if it is still the same: until
 * that is committed the bytes in clear are the document's, and from then on they are to be removed. What a killed
 * process wrote without a row is removed by the nightly comparison.
 */
async function encryptFile(document: Document): Promise<void> {
  const { id, storageKey: before, byteSize: size } = document;
  const facts = await storedFacts(before);
  // The nightly comparison tells of those; here is nothing to encrypt.
  if (!facts) return;
  if (facts.bytes !== size) throw new DamagedFile(`Its bytes are ${facts.bytes} instead of ${size}`);
  const file = { key: newKey(), documentId: id, size };
  // With a random part: what lies under this name already would be overwritten.
  const storageKey = before.replace(/\.[a-z0-9]+$/, (extension) => `-${randomBytes(8).toString("hex")}${extension}`);
  const hash = createHash("sha256");
  await putFile(storageKey, file, () => piecesIn(before));
  for await (const piece of piecesIn(before)) hash.update(piece);
  if (!hash.digest().equals(await digestOf(file, storageKey))) throw new DamagedFile("It does not read back the same");
  const isDone = await db.transaction(async (tx) => {
    const wrapped = await wrapFileKey(tx, document, file.key);
    const [changed] = await tx
      .update(documents)
      .set({ storageKey, ...wrapped })
      .where(
        and(
          inClear,
          eq(documents.id, id),
          eq(documents.storageKey, before),
          // The key is wrapped for whom it belonged to when it was read.
          sql`${documents.applicationId} is not distinct from ${document.applicationId}`,
          sql`${documents.inquiryId} is not distinct from ${document.inquiryId}`,
        ),
      )
      .returning({ id: documents.id });
    await enqueueRemoval(tx, changed ? { storageKey: before, replaced: true } : { storageKey });
    return changed !== undefined;
  });
  if (!isDone && (await db.$count(documents, and(inClear, eq(documents.id, id)))) > 0)
    throw new Error("It was given to somebody meanwhile");
}

async function digestOf(file: EncryptedFile, storageKey: string): Promise<Buffer> {
  const hash = createHash("sha256");
  const whole = { start: 0, end: file.size - 1 };
  for await (const piece of decrypted(file, whole, piecesIn(storageKey))) hash.update(piece);
  return hash.digest();
}

async function* piecesIn(storageKey: string): AsyncGenerator<Buffer> {
  const stream = await openDocument(storageKey);
  if (!stream) throw new DamagedFile("Its bytes are gone");
  yield* chunksOfStored(stream);
}
