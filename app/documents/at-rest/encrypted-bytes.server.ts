import { createCipheriv, createDecipheriv } from "node:crypto";
import { nonceBytes, tagBytes } from "~/encryption/cipher.server";
import type { ByteRange } from "../byte-range";

/** The key is for this file only; `size` counts plain bytes. */
export type EncryptedFile = { key: Buffer; documentId: string; size: number };

/** The stored bytes were changed, or belong to another document. The message contains none of them. */
export class DamagedFile extends Error {}

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A magic number and the format's version. */
const header = Buffer.from("LUCAYA\0\u0001", "latin1");
/** Plain bytes of a chunk; the last one may be shorter. */
const chunkBytes = 64 * 1024;

const chunkCount = (size: number) => Math.ceil(size / chunkBytes);
const plainBytesOf = (size: number, chunk: number) => Math.min(chunkBytes, size - chunk * chunkBytes);

/** The stored size of a file of `size` plain bytes: header, chunks, and a tag for each chunk. */
export const encryptedSize = (size: number): number => header.length + size + chunkCount(size) * tagBytes;

/** The stored bytes needed for a range of plain ones: whole chunks, with the header before the first. */
export function encryptedRange({ start, end }: ByteRange, size: number): ByteRange {
  const [first, last] = [Math.floor(start / chunkBytes), Math.floor(end / chunkBytes)];
  const before = header.length + first * (chunkBytes + tagBytes);
  const after = header.length + last * (chunkBytes + tagBytes) + plainBytesOf(size, last) + tagBytes;
  return { start: first === 0 ? 0 : before, end: after - 1 };
}

/**
 * Encrypts a stream: each chunk by AES-256-GCM with its number as the nonce, which is safe because the key is for this
 * file only. Throws a DamagedFile if there are not exactly `size` bytes.
 */
export async function* encrypted(file: EncryptedFile, plain: Bytes): AsyncGenerator<Buffer> {
  yield header;
  const sizes = Array.from({ length: chunkCount(file.size) }, (_, chunk) => plainBytesOf(file.size, chunk));
  let chunkIndex = 0;
  for await (const bytes of split(plain, sizes)) {
    const cipher = createCipheriv("aes-256-gcm", file.key, nonceOf(chunkIndex));
    cipher.setAAD(aadOf(file, chunkIndex));
    const sealed = cipher.update(bytes);
    // Adds no bytes in this mode, but completes the tag.
    cipher.final();
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
    chunkIndex += 1;
  }
}

/** Decrypts the bytes of `encryptedRange`; returns only verified chunks. Throws a DamagedFile. */
export async function* decrypted(
  file: EncryptedFile,
  { start, end }: ByteRange,
  stored: Bytes,
): AsyncGenerator<Buffer> {
  const [first, last] = [Math.floor(start / chunkBytes), Math.floor(end / chunkBytes)];
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const sizes = numbers.map((chunk) => plainBytesOf(file.size, chunk) + tagBytes);
  let chunkIndex = first === 0 ? -1 : first;
  for await (const bytes of split(stored, first === 0 ? [header.length, ...sizes] : sizes)) {
    if (chunkIndex >= 0) {
      const from = chunkIndex * chunkBytes;
      yield opened(file, chunkIndex, bytes).subarray(Math.max(0, start - from), end + 1 - from);
    } else if (!bytes.equals(header)) throw new DamagedFile("Its stored bytes are of another format");
    chunkIndex += 1;
  }
}

function opened(file: EncryptedFile, chunk: number, bytes: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", file.key, nonceOf(chunk), { authTagLength: tagBytes });
  decipher.setAAD(aadOf(file, chunk));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const plain = decipher.update(bytes.subarray(0, -tagBytes));
    decipher.final();
    return plain;
  } catch {
    throw new DamagedFile("Its stored bytes were changed");
  }
}

function nonceOf(chunk: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUInt32BE(chunk, nonceBytes - 4);
  return nonce;
}

const aadOf = ({ documentId, size }: EncryptedFile, chunk: number) => Buffer.from(`${documentId}/${size}/${chunk}`);

/** A chunk is valid until the next is requested. Throws a DamagedFile if the stream has another length. */
async function* split(stream: Bytes, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const remainingSizes = sizes.values();
  let size = remainingSizes.next().value;
  // One buffer for all chunks that arrive in parts: one each would cost more than the cipher.
  const parts = Buffer.allocUnsafe(Math.max(...sizes));
  let filled = 0;
  for await (const bytes of stream) {
    for (let from = 0; from < bytes.length; ) {
      if (size === undefined) throw new DamagedFile("There are more bytes than were written");
      const part = bytes.subarray(from, from + size - filled);
      from += part.length;
      if (part.length < size) {
        parts.set(part, filled);
        filled += part.length;
        if (filled < size) continue;
      }
      yield filled > 0 ? parts.subarray(0, size) : Buffer.from(part.buffer, part.byteOffset, size);
      filled = 0;
      size = remainingSizes.next().value;
    }
  }
  if (size !== undefined) throw new DamagedFile("There are fewer bytes than were written");
}
