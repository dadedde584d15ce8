import { crc32, inflateRawSync } from "node:zlib";

/** The files of a ZIP by name, from its central directory; verifies checksums. */
export function filesIn(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("It is no whole ZIP");
  const files = new Map<string, Buffer>();
  let position = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, more, comment] = [28, 30, 32].map((index) => zip.readUInt16LE(position + index));
    const called = zip.toString("utf8", position + 46, position + 46 + (name ?? 0));
    const local = zip.readUInt32LE(position + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const compressed = zip.subarray(start, start + zip.readUInt32LE(position + 20));
    const bytes = zip.readUInt16LE(position + 10) === 8 ? inflateRawSync(compressed) : compressed;
    if (crc32(bytes) !== zip.readUInt32LE(position + 16)) throw new Error(`${called} is damaged`);
    if (files.has(called)) throw new Error(`${called} is there twice`);
    files.set(called, bytes);
    position += 46 + (name ?? 0) + (more ?? 0) + (comment ?? 0);
  }
  return files;
}
