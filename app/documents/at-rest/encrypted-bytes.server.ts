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
const pieceBytes = 64 * 1024;

const piecesOf = (size: number) => Math.ceil(size / pieceBytes);
const plainBytesOf = (size: number, piece: number) => Math.min(pieceBytes, size - piece * pieceBytes);

/** The stored size of a file of `size` plain bytes: header, chunks, and a tag for each chunk. */
export const encryptedSize = (size: number): number => header.length + size + piecesOf(size) * tagBytes;

/** The stored bytes needed for a range of plain ones: whole chunks, with the header before the first. */
export function encryptedRange({ start, end }: ByteRange, size: number): ByteRange {
  const [first, last] = [Math.floor(start / pieceBytes), Math.floor(end / pieceBytes)];
  const before = header.length + first * (pieceBytes + tagBytes);
  const after = header.length + last * (pieceBytes + tagBytes) + plainBytesOf(size, last) + tagBytes;
  return { start: first === 0 ? 0 : before, end: after - 1 };
}

/**
 * Encrypts a stream: each chunk by AES-256-GCM with its number as the nonce, which is safe because the key is for this
 * file only. Throws a DamagedFile if there are not exactly `size` bytes.
 */
export async function* encrypted(file: EncryptedFile, plain: Bytes): AsyncGenerator<Buffer> {
  yield header;
  const sizes = Array.from({ length: piecesOf(file.size) }, (_, piece) => plainBytesOf(file.size, piece));
  let piece = 0;
  for await (const bytes of cut(plain, sizes)) {
    const cipher = createCipheriv("aes-256-gcm", file.key, nonceOf(piece));
    cipher.setAAD(placeOf(file, piece));
    const sealed = cipher.update(bytes);
    // Adds no bytes in this mode, but completes the tag.
    cipher.final();
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
    piece += 1;
  }
}

/** Decrypts the bytes of `encryptedRange`; returns only verified chunks. Throws a DamagedFile. */
export async function* decrypted(
  file: EncryptedFile,
  { start, end }: ByteRange,
  stored: Bytes,
): AsyncGenerator<Buffer> {
  const [first, last] = [Math.floor(start / pieceBytes), Math.floor(end / pieceBytes)];
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const sizes = numbers.map((piece) => plainBytesOf(file.size, piece) + tagBytes);
  let piece = first === 0 ? -1 : first;
  for await (const bytes of cut(stored, first === 0 ? [header.length, ...sizes] : sizes)) {
    if (piece >= 0) {
      const from = piece * pieceBytes;
      yield opened(file, piece, bytes).subarray(Math.max(0, start - from), end + 1 - from);
    } else if (!bytes.equals(header)) throw new DamagedFile("Its stored bytes are of another format");
    piece += 1;
  }
}

function opened(file: EncryptedFile, piece: number, bytes: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", file.key, nonceOf(piece), { authTagLength: tagBytes });
  decipher.setAAD(placeOf(file, piece));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const plain = decipher.update(bytes.subarray(0, -tagBytes));
    decipher.final();
    return plain;
  } catch {
    throw new DamagedFile("Its stored bytes were changed");
  }
}

function nonceOf(piece: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUInt32BE(piece, nonceBytes - 4);
  return nonce;
}

const placeOf = ({ documentId, size }: EncryptedFile, piece: number) => Buffer.from(`${documentId}/${size}/${piece}`);

/** A chunk is valid until the next is requested. Throws a DamagedFile if the stream has another length. */
async function* cut(stream: Bytes, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const rest = sizes.values();
  let size = rest.next().value;
  // One buffer for all chunks that arrive in parts: one each would cost more than the cipher.
  const parts = Buffer.allocUnsafe(Math.max(...sizes));
  let held = 0;
  for await (const bytes of stream) {
    for (let from = 0; from < bytes.length; ) {
      if (size === undefined) throw new DamagedFile("There are more bytes than were written");
      const taken = bytes.subarray(from, from + size - held);
      from += taken.length;
      if (taken.length < size) {
        parts.set(taken, held);
        held += taken.length;
        if (held < size) continue;
      }
      yield held > 0 ? parts.subarray(0, size) : Buffer.from(taken.buffer, taken.byteOffset, size);
      held = 0;
      size = rest.next().value;
    }
  }
  if (size !== undefined) throw new DamagedFile("There are fewer bytes than were written");
}
