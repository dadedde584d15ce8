import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** A complete PDF with random bytes. */
export const wholePdf = (size = 3000, inside = ""): Buffer<ArrayBuffer> => {
  const [begin, end] = [Buffer.from("%PDF-1.7\n"), Buffer.from(`\n${inside}\n%%EOF\n`)];
  return Buffer.concat([begin, randomBytes(Math.max(0, size - begin.length - end.length)), end]);
};

/** The container of old Word files, with Word's stream. */
export const wordDoc = (stream = "WordDocument"): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(1024),
    Buffer.from(stream, "utf16le"),
    randomBytes(1024),
  ]);

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** A current Word document: a ZIP with the required files. */
export const wordDocx = (): Buffer<ArrayBuffer> =>
  zipOf([
    ["[Content_Types].xml", Buffer.from(types)],
    ["word/document.xml", Buffer.from(`<w:document>${randomBytes(1200).toString("hex")}</w:document>`)],
  ]);

/** A ZIP of uncompressed files. */
export function zipOf(files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer<ArrayBuffer> {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let position = 0;
  for (const [name, bytes] of files) {
    const rest = Buffer.alloc(26);
    rest.writeUInt16LE(20, 0);
    rest.writeUInt32LE(crc32(bytes), 10);
    rest.writeUInt32LE(bytes.length, 14);
    rest.writeUInt32LE(bytes.length, 18);
    rest.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 0);
    rest.copy(entry, 2);
    entry.writeUInt32LE(position, 38);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), rest, Buffer.from(name), bytes]);
    locals.push(local);
    entries.push(Buffer.from("PK\x01\x02", "latin1"), entry, Buffer.from(name));
    position += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(position, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
