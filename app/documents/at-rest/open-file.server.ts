import { Readable } from "node:stream";
import { db } from "~/db/client.server";
import { UnusableKey } from "~/encryption/keyring.server";
import { log } from "~/log.server";
import type { ByteRange } from "../byte-range";
import type { Document } from "../readers.server";
import { chunksOfStored, openDocument, putDocument } from "../storage.server";
import {
  type Bytes,
  DamagedFile,
  decrypted,
  type EncryptedFile,
  encrypted,
  encryptedRange,
  encryptedSize,
} from "./encrypted-bytes.server";
import { unwrapFileKey } from "./file-keys.server";

type Chunks = Iterable<Buffer> | AsyncIterable<Buffer>;

/** Up to this size, verified bytes stay in memory instead of being read again. */
const maxBuffered = 256 * 1024;

/** Writes a file, encrypted; a retry calls `plain` again. Throws as `putDocument`. */
export const putFile = (storageKey: string, file: EncryptedFile, plain: () => Bytes): Promise<void> =>
  putDocument(
    storageKey,
    { size: encryptedSize(file.size), pieces: () => encrypted(file, plain()) },
    "application/octet-stream",
  );

/**
 * Opens a document or a range of it; the caller must read or destroy the stream. Null if the storage has none. The
 * whole range is verified before its first byte is returned: large files are read twice, so that they are neither
 * buffered nor written in clear. Throws a StorageError, and a DamagedFile, also if the key is unusable.
 */
export async function openFile(document: Document, range?: ByteRange): Promise<Readable | null> {
  const { id: documentId, storageKey, byteSize: size } = document;
  const key = await unwrapFileKey(document, db).catch((error: unknown) => {
    throw error instanceof UnusableKey ? new DamagedFile(error.message) : error;
  });
  const part = range ?? { start: 0, end: size - 1 };
  const read = () => readPlain({ key, documentId, size }, storageKey, part, range !== undefined);
  const verified = await read();
  if (!verified) return null;
  const isSmall = part.end - part.start < maxBuffered;
  const chunks: Buffer[] = [];
  for await (const chunk of verified) if (isSmall) chunks.push(chunk);
  // Large files are opened again only when read: a HEAD request ends before.
  return Readable.from(withReport(documentId, isSmall ? async () => chunks : read), { objectMode: false });
}

async function readPlain(file: EncryptedFile, storageKey: string, part: ByteRange, isPart: boolean) {
  // Without a range the storage also returns bytes appended to the file, which are then detected.
  const stream = await openDocument(storageKey, isPart ? encryptedRange(part, file.size) : undefined);
  return stream && decrypted(file, part, chunksOfStored(stream));
}

/** The response has begun: an abort is only logged. */
async function* withReport(documentId: string, read: () => Promise<Chunks | null>): AsyncGenerator<Buffer> {
  try {
    const chunks = await read();
    if (!chunks) throw new DamagedFile("The bytes are gone");
    yield* chunks;
  } catch (error) {
    log.error({ documentId, err: error }, "a document could not be read to its end");
    throw error;
  }
}
