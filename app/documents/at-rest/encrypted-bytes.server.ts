import { createCipheriv, createDecipheriv } from "node:crypto";
import { nonceBytes, tagBytes } from "~/encryption/cipher.server";
import type { ByteRange } from "../byte-range";

/** A stored file as it is encrypted: the key is of this file alone; `size` counts its plain bytes. */
export type EncryptedFile = { key: Buffer; documentId: string; size: number };

/** Stored bytes are not those that were written, or not of this document. The message holds no byte of them. */
export class DamagedFile extends Error {}

/** Bytes as they come. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A mark and the format's version, before the pieces. */
const header = Buffer.from("LUCAYA\0\u0001", "latin1");
/** Plain bytes of a piece; the last piece holds what is left. */
const pieceBytes = 64 * 1024;

const piecesOf = (size: number) => Math.ceil(size / pieceBytes);
const plainBytesOf = (size: number, piece: number) => Math.min(pieceBytes, size - piece * pieceBytes);

/** How many bytes a file of `size` plain ones takes in the storage: header, pieces, and the tag of each piece. */
export const encryptedSize = (size: number): number => header.length + size + piecesOf(size) * tagBytes;

/** The stored bytes that a range of the plain ones is read from: whole pieces, with the header before the first. */
export function encryptedRange({ start, end }: ByteRange, size: number): ByteRange {
  const [first, last] = [Math.floor(start / pieceBytes), Math.floor(end / pieceBytes)];
  const before = header.length + first * (pieceBytes + tagBytes);
  const after = header.length + last * (pieceBytes + tagBytes) + plainBytesOf(size, last) + tagBytes;
  return { start: first === 0 ? 0 : before, end: after - 1 };
}

/**
 * The stored form of a file's plain bytes, as they come: each piece by AES-256-GCM, with its number as the nonce, since
 * the key is used for this file alone. Throws a DamagedFile when there are fewer or more bytes than `size`.
 */
export async function* encrypted(file: EncryptedFile, plain: Bytes): AsyncGenerator<Buffer> {
  yield header;
  const sizes = Array.from({ length: piecesOf(file.size) }, (_, piece) => plainBytesOf(file.size, piece));
  let piece = 0;
  for await (const bytes of cut(plain, sizes)) {
    const cipher = createCipheriv("aes-256-gcm", file.key, nonceOf(piece));
    cipher.setAAD(placeOf(file, piece));
    const sealed = cipher.update(bytes);
    // It adds no bytes in this mode, and completes the tag.
    cipher.final();
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
    piece += 1;
  }
}

/**
 * The plain bytes of a range, from the stored bytes that `encryptedRange` names. No byte of a piece comes out before
 * all of the piece was verified. Throws a DamagedFile.
 */
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

/**
 * Cuts a stream into pieces of these sizes; a piece holds its bytes until the next one is asked for. Throws a
 * DamagedFile when the stream holds fewer or more bytes.
 */
async function* cut(stream: Bytes, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const rest = sizes.values();
  let size = rest.next().value;
  // One buffer for all pieces that arrive in parts: one for each would cost more than the cipher.
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
