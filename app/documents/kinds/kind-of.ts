import type { KindName } from "./kinds";

/** The bytes that determine the type; a PDF's magic number may be anywhere in them. */
const head = 1024;

/** Magic numbers. */
const beginnings: readonly (readonly [KindName, ...string[]])[] = [
  ["jpg", "\xff\xd8\xff"],
  ["png", "\x89PNG\r\n\x1a\n"],
  ["gif", "GIF87a", "GIF89a"],
  ["tiff", "II*\0", "MM\0*"],
  ["ico", "\0\0\x01\0"],
  ["rtf", "{\\rtf"],
  ["rar", "Rar!\x1a\x07"],
  ["sevenZip", "7z\xbc\xaf\x27\x1c"],
  ["gzip", "\x1f\x8b\x08"],
  ["video", "\x1a\x45\xdf\xa3"],
  ["program", "MZ", "\x7fELF", "\xcf\xfa\xed\xfe"],
];

/** After a byte order mark and an XML declaration. */
const html = /^(?:<!doctype html|<html|<head|<body)/i;
const svg = /^<(?:svg|!doctype svg)/i;

/**
 * Determines the type by content only, on the server and in the browser; undefined for unknown ones. A file that starts
 * as another type is no PDF, wherever it has that magic number.
 */
export async function kindOf(file: Blob): Promise<KindName | undefined> {
  const start = await latin(file.slice(0, head));
  if (start.startsWith("PK\x03\x04") || start.startsWith("PK\x05\x06")) return kindOfZip(file, start);
  if (start.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return kindOfOldOffice(file);
  return (
    beginnings.find(([, ...all]) => all.some((signature) => start.startsWith(signature)))?.[0] ??
    kindOfContainer(start) ??
    kindOfMarkup(start) ??
    (/%PDF-\d/.test(start) ? "pdf" : undefined)
  );
}

/** By the brand after the first bytes. */
function kindOfContainer(start: string): KindName | undefined {
  const brand = start.slice(8, 12);
  if (start.startsWith("RIFF")) return brand === "WEBP" ? "webp" : undefined;
  if (start.startsWith("BM")) return start.slice(6, 10) === "\0\0\0\0" ? "bmp" : undefined;
  if (start.slice(4, 8) !== "ftyp") return undefined;
  if (brand.startsWith("avi")) return "avif";
  // The brand of both formats: the ones that follow tell.
  if (/^m[is]f1/.test(brand)) return /avi[fs]/.test(start.slice(16, start.charCodeAt(3))) ? "avif" : "heic";
  return brand.startsWith("he") ? "heic" : "video";
}

function kindOfMarkup(start: string): KindName | undefined {
  const text = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (html.test(text)) return "html";
  const root = text.startsWith("<?xml") ? text.slice(text.indexOf(">") + 1).trimStart() : text;
  return svg.test(root) ? "svg" : html.test(root) ? "html" : undefined;
}

/** One character per byte. */
const latin = async (bytes: Blob): Promise<string> => {
  const all = new Uint8Array(await bytes.arrayBuffer());
  let text = "";
  // Argument limit of a call.
  for (let index = 0; index < all.length; index += 8192)
    text += String.fromCharCode(...all.subarray(index, index + 8192));
  return text;
};

/** By the entry names in a ZIP's directory. */
async function kindOfZip(file: Blob, start: string): Promise<KindName> {
  const open = /mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet)/.exec(start)?.[1];
  if (open) return open === "text" ? "odt" : "ods";
  const names = await entriesOf(file);
  const has = (name: string) => names.has(name);
  if (has("word/document.xml") && has("[Content_Types].xml")) return has("word/vbaProject.bin") ? "docm" : "docx";
  if (has("xl/workbook.xml") || has("xl/workbook.bin")) return "sheet";
  if (has("ppt/presentation.xml")) return "slides";
  return has("Index/Document.iwa") ? "pages" : "zip";
}

/** A document's directory is far smaller. */
const directoryLimit = 4 * 1024 * 1024;

/** Empty if the ZIP is truncated. */
async function entriesOf(file: Blob): Promise<Set<string>> {
  const names = new Set<string>();
  // A comment of up to 65,535 bytes may follow the end record of 22.
  const tail = await file.slice(-65_557).arrayBuffer();
  const at = new Uint8Array(tail);
  let end = at.length - 22;
  while (end >= 0 && !(at[end] === 0x50 && at[end + 1] === 0x4b && at[end + 2] === 5 && at[end + 3] === 6)) end--;
  if (end < 0) return names;
  const record = new DataView(tail, end);
  const [size, from] = [record.getUint32(12, true), record.getUint32(16, true)];
  const directory = await file.slice(from, from + Math.min(size, directoryLimit)).arrayBuffer();
  const view = new DataView(directory);
  const text = new TextDecoder();
  for (let next = 0; next + 46 <= directory.byteLength && view.getUint32(next, true) === 0x02_01_4b_50; ) {
    const length = view.getUint16(next + 28, true);
    names.add(text.decode(new Uint8Array(directory, next + 46, Math.min(length, directory.byteLength - next - 46))));
    next += 46 + length + view.getUint16(next + 30, true) + view.getUint16(next + 32, true);
  }
  return names;
}

/** The streams of old Office files, with the type that each indicates; the first match decides. */
const streams: readonly [KindName, string][] = [
  ["doc", "WordDocument"],
  ["locked", "EncryptedPackage"],
  ["sheet", "Workbook"],
  ["slides", "PowerPoint Document"],
  ["mail", "__properties_version1.0"],
];

/** Larger than any form accepts. */
const containerLimit = 16 * 1024 * 1024;

async function kindOfOldOffice(file: Blob): Promise<KindName> {
  // Stream names are in UTF-16 at even offsets.
  const text = new TextDecoder("utf-16le").decode(await file.slice(0, containerLimit).arrayBuffer());
  return streams.find(([, name]) => text.includes(name))?.[0] ?? "office";
}
