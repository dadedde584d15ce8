import { inflateSync } from "node:zlib";
import { create, type Font } from "fontkit";

/** fontkit also reads the box of a glyph without outlines, which may be behind the last byte. */
const behind = Buffer.alloc(16);

/** Opens a font as it is in a package: TrueType or WOFF. */
export function openFont(file: Buffer): Font {
  const font = create(Buffer.concat([file.toString("latin1", 0, 4) === "wOFF" ? unpacked(file) : file, behind]));
  if (!("layout" in font)) throw new Error("A collection of fonts is no font");
  return font;
}

/** Unpacks WOFF's tables into TrueType. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    const [from, compressedLength, length] = [4, 8, 12].map((offset) => woff.readUInt32BE(entry + offset));
    if (from === undefined || compressedLength === undefined || length === undefined) continue;
    const bytes = woff.subarray(from, from + compressedLength);
    const table = compressedLength < length ? inflateSync(bytes) : bytes;
    const entryOffset = 12 + index * 16;
    woff.copy(head, entryOffset, entry, entry + 4);
    woff.copy(head, entryOffset + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, entryOffset + 8);
    head.writeUInt32BE(length, entryOffset + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** The letters of a subset font; empty if it lists none. */
export function lettersOf(file: Buffer): number[] {
  try {
    return openFont(file).characterSet;
  } catch {
    return [];
  }
}
