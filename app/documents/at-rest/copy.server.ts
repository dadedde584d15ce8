import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { newKey } from "~/encryption/cipher.server";
import { log } from "~/log.server";
import type { Document } from "../readers.server";
import { enqueueScan } from "../scan-job.server";
import { DamagedFile } from "./encrypted-bytes.server";
import { wrapFileKey } from "./file-keys.server";
import { openFile, putFile } from "./open-file.server";

/**
 * Copies a document for another application: bytes, key and row of its own, so that neither knows of the other. Returns
 * the id of the copy; undefined, and logged, where its bytes are lost. Throws a StorageError. The bytes are written
 * before the commit: what a failed transaction leaves is removed by the nightly comparison.
 */
export async function copyDocument(
  tx: Transaction,
  from: Document,
  { applicationId, documentType }: { applicationId: string; documentType: string },
): Promise<string | undefined> {
  const { documentName, contentType, byteSize, sha256, scan } = from;
  const id = randomUUID();
  const key = newKey();
  const extension = /\.[a-z0-9]+$/.exec(from.storageKey)?.[0] ?? "";
  const storageKey = `${applicationId}/${documentType}_${Date.now()}-${randomBytes(8).toString("hex")}${extension}`;
  try {
    await putFile(storageKey, { key, documentId: id, size: byteSize }, () => plainPieces(from));
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.error({ documentId: from.id, err: error }, "a document could not be copied");
    return undefined;
  }
  await tx.insert(documents).values({
    ...{ id, applicationId, documentType, storageKey, documentName, contentType, byteSize, sha256, scan },
    // Not `now()`: several of one transaction keep their order.
    createdAt: sql`clock_timestamp()`,
    ...(await wrapFileKey(tx, { id, applicationId, inquiryId: null }, key)),
  });
  if (scan === "waiting") await enqueueScan(tx, id);
  return id;
}

async function* plainPieces(document: Document): AsyncGenerator<Buffer> {
  const stream = await openFile(document);
  if (!stream) throw new DamagedFile("Its bytes are gone");
  yield* stream;
}
