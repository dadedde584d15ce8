import { eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { clientImports } from "~/db/schema/clients";
import { DamagedFile, decrypted } from "~/documents/at-rest/encrypted-bytes.server";
import { putFile } from "~/documents/at-rest/open-file.server";
import { enqueueRemoval } from "~/documents/discard.server";
import { chunksOfStored, openDocument } from "~/documents/storage.server";
import { newKey } from "~/encryption/cipher.server";
import { UnusableKey, unwrap, wrap } from "~/encryption/keyring.server";
import { importKeyAad } from "~/encryption/rewrap-keys.server";

export type ClientImport = typeof clientImports.$inferSelect;

/**
 * Writes a file, encrypted under a key of its own, before the row that names it is committed: the nightly comparison
 * removes one without a row. Throws a StorageError.
 */
export async function storeImportFile(id: string, bytes: Buffer) {
  const key = newKey();
  const storageKey = `imports/${id}.csv`;
  await putFile(storageKey, { key, documentId: id, size: bytes.length }, () => [bytes]);
  const { wrapped, by } = wrap(key, importKeyAad(id));
  return { storageKey, fileKey: wrapped, fileKeyBy: by, byteSize: bytes.length };
}

/** Reads the file of an import. Throws a StorageError, and a DamagedFile if there is none that can be read. */
export async function readImportFile({ id, storageKey, fileKey, fileKeyBy, byteSize }: ClientImport): Promise<Buffer> {
  if (!storageKey || !fileKey || !fileKeyBy) throw new DamagedFile("The file of this import was deleted");
  const file = { key: unwrapped(id, fileKey, fileKeyBy), documentId: id, size: byteSize };
  const stream = await openDocument(storageKey);
  if (!stream) throw new DamagedFile("The bytes of this import are gone");
  const chunks: Buffer[] = [];
  const whole = { start: 0, end: byteSize - 1 };
  // A chunk is valid until the next one is read.
  for await (const chunk of decrypted(file, whole, chunksOfStored(stream))) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function unwrapped(id: string, fileKey: string, by: string): Buffer {
  try {
    return unwrap({ wrapped: fileKey, by }, importKeyAad(id));
  } catch (error) {
    throw error instanceof UnusableKey ? new DamagedFile(error.message) : error;
  }
}

/** Deletes the key in the caller's transaction, and the bytes once that is committed. */
export async function discardImportFile(tx: Transaction, { id, storageKey }: ClientImport): Promise<void> {
  if (!storageKey) return;
  await tx
    .update(clientImports)
    .set({ storageKey: null, fileKey: null, fileKeyBy: null })
    .where(eq(clientImports.id, id));
  await enqueueRemoval(tx, { storageKey });
}
