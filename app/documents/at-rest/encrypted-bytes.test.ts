import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  DamagedFile,
  decrypted,
  type EncryptedFile,
  encrypted,
  encryptedRange,
  encryptedSize,
} from "./encrypted-bytes.server";

const chunkSize = 64 * 1024;
const fileOf = (size: number): EncryptedFile => ({ key: randomBytes(32), documentId: crypto.randomUUID(), size });

/** The bytes in chunks of a size, as a disk or a network hands them over. */
async function* chunks(bytes: Buffer, size = bytes.length) {
  for (let index = 0; index < bytes.length; index += size) yield bytes.subarray(index, index + size);
}
async function all(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}
const whole = ({ size }: EncryptedFile) => ({ start: 0, end: size - 1 });
const stored = (file: EncryptedFile, plain: Buffer, chunk?: number) => all(encrypted(file, chunks(plain, chunk)));
const read = (file: EncryptedFile, bytes: Buffer, range = whole(file), chunk?: number) =>
  all(decrypted(file, range, chunks(bytes, chunk)));

describe.each([1, 15, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize, 3 * chunkSize + 500])(
  "an encrypted file of %i bytes",
  (size) => {
    const file = fileOf(size);
    const plain = randomBytes(size);

    test("the file decrypts to the same bytes however they arrive, and has the computed size", async () => {
      for (const [written, handed] of [
        [size, 777],
        [1000, size + 1000],
        [chunkSize, chunkSize],
      ]) {
        const bytes = await stored(file, plain, written);
        expect(bytes.length).toBe(encryptedSize(size));
        expect((await read(file, bytes, whole(file), handed)).equals(plain)).toBe(true);
      }
    });

    test("a range is read only from the chunks that contain it", async () => {
      const bytes = await stored(file, plain);
      const edges = [
        0,
        1,
        chunkSize - 1,
        chunkSize,
        chunkSize + 1,
        2 * chunkSize - 1,
        2 * chunkSize,
        size - 2,
        size - 1,
      ];
      const within = edges.filter((index) => index >= 0 && index < size);
      for (const start of within)
        for (const end of within.filter((index) => index >= start)) {
          const needed = encryptedRange({ start, end }, size);
          expect(needed.end - needed.start).toBeLessThan(end - start + 2 * (chunkSize + 16) + 8 * 16);
          const part = await read(file, bytes.subarray(needed.start, needed.end + 1), { start, end }, 999);
          expect(part.equals(plain.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
        }
    });
  },
);

describe("[V-ENC-6] altered ciphertext", () => {
  const file = fileOf(2 * chunkSize + 100);
  const plain = randomBytes(file.size);

  test("one changed bit in the header, a chunk or its tag is refused", async () => {
    const bytes = await stored(file, plain);
    const offsets = [
      0,
      7,
      8,
      9,
      8 + chunkSize - 1,
      8 + chunkSize,
      8 + chunkSize + 16,
      bytes.length - 117,
      bytes.length - 1,
    ];
    for (const offset of offsets) {
      const changed = Buffer.from(bytes);
      changed[offset] = (changed[offset] ?? 0) ^ 1;
      await expect(read(file, changed), `${offset}`).rejects.toThrow(DamagedFile);
    }
    expect((await read(file, bytes)).equals(plain)).toBe(true);
  });

  test("a truncated, extended or empty file is refused, even when cut after a whole chunk", async () => {
    const bytes = await stored(file, plain);
    for (const length of [0, 4, 8, 9, 8 + chunkSize + 16, 8 + 2 * (chunkSize + 16), bytes.length - 1])
      await expect(read(file, bytes.subarray(0, length)), `${length}`).rejects.toThrow(DamagedFile);
    for (const more of [Buffer.from("."), bytes.subarray(8)])
      await expect(read(file, Buffer.concat([bytes, more]))).rejects.toThrow(DamagedFile);
  });

  test("reordered chunks, another document, another size and another key are refused", async () => {
    const bytes = await stored(file, plain);
    const [one, two] = [
      bytes.subarray(8, 8 + chunkSize + 16),
      bytes.subarray(8 + chunkSize + 16, 8 + 2 * (chunkSize + 16)),
    ];
    const swapped = Buffer.concat([bytes.subarray(0, 8), two, one, bytes.subarray(8 + 2 * (chunkSize + 16))]);
    await expect(read(file, swapped)).rejects.toThrow(DamagedFile);
    await expect(read({ ...file, documentId: crypto.randomUUID() }, bytes)).rejects.toThrow(DamagedFile);
    await expect(read({ ...file, size: 2 * chunkSize + 99 }, bytes)).rejects.toThrow(DamagedFile);
    await expect(read({ ...file, size: 2 * chunkSize }, bytes.subarray(0, -116))).rejects.toThrow(DamagedFile);
    await expect(read({ ...file, key: randomBytes(32) }, bytes)).rejects.toThrow(DamagedFile);
  });

  test("a plain file shorter or longer than its row says is not written", async () => {
    await expect(stored(file, plain.subarray(1))).rejects.toThrow(DamagedFile);
    await expect(stored(file, Buffer.concat([plain, plain]))).rejects.toThrow(DamagedFile);
  });
});
