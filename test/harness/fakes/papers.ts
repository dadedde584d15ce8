import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const onePage = `1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj
`;

/** A PDF of this size with one empty page, and bytes that no reader shows: spaces, unless others are passed. */
export function pagePdf(size = 2048, inside: string | ((bytes: number) => Buffer) = ""): Buffer<ArrayBuffer> {
  const head = `%PDF-1.4\n${onePage}4 0 obj << /Length `;
  const end = "\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
  const room = Math.max(0, Math.floor(size) - head.length - end.length - 20);
  const length = String(room).padStart(9, "0");
  const bytes = typeof inside === "string" ? Buffer.alloc(Math.max(room, inside.length), " ") : inside(room);
  if (typeof inside === "string") bytes.write(inside, "latin1");
  return Buffer.concat([Buffer.from(`${head}${length} >> stream\n`), bytes, Buffer.from(end)]);
}

/** A complete PDF with random bytes. */
export const wholePdf = (size = 3000, inside = ""): Buffer<ArrayBuffer> =>
  pagePdf(size, (room) => Buffer.concat([Buffer.from(inside), randomBytes(room)]).subarray(0, room));

/** Pictures of one pixel. */
export const tinyPng = (): Buffer<ArrayBuffer> =>
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
export const tinyJpeg = (): Buffer<ArrayBuffer> =>
  Buffer.from(
    `/9j/2wBDAP${"/".repeat(86)}2wBDAf${"/".repeat(86)}wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAB/9k=`,
    "base64",
  );

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
