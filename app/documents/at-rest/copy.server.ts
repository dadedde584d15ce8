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

/** Bytes copied for another application, not a document yet. */
export type CopiedBytes = { id: string; key: Buffer; storageKey: string; applicationId: string };

/**
 * Copies a document's bytes under a new key, before the transaction that records them, so that slow storage keeps no
 * transaction open. Undefined, and logged, if the bytes are lost. Throws a StorageError. The nightly comparison removes
 * a copy that is never recorded.
 */
export async function copyBytes(
  from: Document,
  { applicationId, documentType }: { applicationId: string; documentType: string },
): Promise<CopiedBytes | undefined> {
  const id = randomUUID();
  const key = newKey();
  const extension = /\.[a-z0-9]+$/.exec(from.storageKey)?.[0] ?? "";
  const storageKey = `${applicationId}/${documentType}_${Date.now()}-${randomBytes(8).toString("hex")}${extension}`;
  try {
    await putFile(storageKey, { key, documentId: id, size: from.byteSize }, () => plainChunks(from));
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.error({ documentId: from.id, err: error }, "a document could not be copied");
    return undefined;
  }
  return { id, key, storageKey, applicationId };
}

/** Creates a document for the copied bytes, independent of the original. */
export async function recordCopy(
  tx: Transaction,
  { id, key, storageKey, applicationId }: CopiedBytes,
  { documentName, contentType, byteSize, sha256, scan, issuedOn, expiresOn, inspection }: Document,
  documentType: string,
): Promise<void> {
  await tx.insert(documents).values({
    ...{
      id,
      applicationId,
      documentType,
      storageKey,
      documentName,
      contentType,
      byteSize,
      sha256,
      scan,
      issuedOn,
      expiresOn,
      inspection,
    },
    // Not `now()`: several of one transaction keep their order.
    createdAt: sql`clock_timestamp()`,
    ...(await wrapFileKey(tx, { id, applicationId, inquiryId: null }, key)),
  });
  if (scan === "waiting") await enqueueScan(tx, id);
}

async function* plainChunks(document: Document): AsyncGenerator<Buffer> {
  const stream = await openFile(document);
  if (!stream) throw new DamagedFile("Its bytes are gone");
  yield* stream;
}
