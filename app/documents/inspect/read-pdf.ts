import {
  decodePDFRawStream,
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";
import type { Picture } from "./picture.ts";

export type ReadPdf = {
  /** `locked`: needs a password. `no_page`: nothing to show. `damaged`: has pages, and errors. */
  state: "whole" | "damaged" | "no_page" | "locked";
  pages: number;
  /** Of the first pages, those that consist of a single picture. */
  pictures: Picture[];
};

/** Reads a PDF without drawing it. Only for the thread that may be ended. */
export async function readPdf(bytes: Uint8Array, mostPages: number): Promise<ReadPdf> {
  const pages = pagesInBytes(bytes);
  const document = await parse(bytes);
  if (document === "locked") return { state: "locked", pages: 0, pictures: [] };
  const tree = document && leavesOf(document);
  const found = tree?.leaves.length || (document ? pagesOf(document) : 0) || pages;
  if (found === 0) return { state: "no_page", pages: 0, pictures: [] };
  const isWhole = tree && tree.leaves.length > 0 && !tree.lacksPages && endsWhole(bytes) && !hasInvalid(document);
  const room = { bytes: mostUnpacked };
  const pictures = (tree?.leaves ?? [])
    .slice(0, mostPages)
    .flatMap((leaf, index) => pictureOf(leaf, index + 1, room) ?? []);
  return { state: isWhole ? "whole" : "damaged", pages: found, pictures };
}

const name = (text: string) => PDFName.of(text);

/** Undefined if the parser gives up. A file that opens without a password only restricts printing or copying. */
async function parse(bytes: Uint8Array): Promise<PDFDocument | "locked" | undefined> {
  const options = { ignoreEncryption: true, updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
  try {
    return await PDFDocument.load(bytes, { ...options, password: "" });
  } catch (error) {
    // The second is a file for the keys of certain people.
    if (error instanceof Error && /^(?:NEEDS PASSWORD|unknown encryption method)$/.test(error.message)) return "locked";
  }
  // An encryption that the parser doesn't know: the pages are countable all the same.
  return PDFDocument.load(bytes, options).catch(() => undefined);
}

type Leaf = { page: PDFDict; above: readonly PDFDict[] };

/** More pages than any file of 10 MB that somebody sends; a tree may name the same page again and again. */
const mostLeaves = 10_000;

/** The pages in their order. The tree of a hostile file may have circles. */
function leavesOf(document: PDFDocument): { leaves: Leaf[]; lacksPages: boolean } {
  const leaves: Leaf[] = [];
  const seen = new Set<PDFDict>();
  const root = dictOf(document, dictOf(document, document.context.trailerInfo.Root)?.get(name("Pages")));
  const waiting: { node: PDFDict | undefined; above: readonly PDFDict[] }[] = [{ node: root, above: [] }];
  let lacksPages = false;
  for (let next = waiting.pop(); next && leaves.length < mostLeaves; next = waiting.pop()) {
    const { node, above } = next;
    if (!node) lacksPages = true;
    if (!node || seen.has(node)) continue;
    seen.add(node);
    const kids = document.context.lookup(node.get(name("Kids")));
    if (!(kids instanceof PDFArray)) {
      leaves.push({ page: node, above });
      continue;
    }
    const inside = kids.asArray().map((kid) => ({ node: dictOf(document, kid), above: [node, ...above] }));
    waiting.push(...inside.toReversed());
  }
  return { leaves: root?.get(name("Kids")) ? leaves : [], lacksPages };
}

function dictOf(document: PDFDocument, object: PDFObject | undefined): PDFDict | undefined {
  const found = object instanceof PDFRef ? document.context.lookup(object) : object;
  return found instanceof PDFDict ? found : undefined;
}

/** Pages outside of a tree, whose root may be lost. */
const pagesOf = (document: PDFDocument): number =>
  document.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFDict && object.get(name("Type")) === name("Page")).length;

const hasInvalid = (document: PDFDocument | undefined): boolean =>
  document?.context.enumerateIndirectObjects().some(([, object]) => object instanceof PDFInvalidObject) ?? true;

const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

const pagesInBytes = (bytes: Uint8Array): number => latin(bytes).match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;

/** A file that breaks off has no end mark after its last object. */
function endsWhole(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.lastIndexOf("%%EOF", undefined, "latin1") > file.lastIndexOf("endobj", undefined, "latin1");
}

/** Of a file's pictures in all: two unpacked pages in color, or six in grey. JPEGs count with their packed bytes. */
const mostUnpacked = 52 * 1024 * 1024;
/** Far more than the content of a page that only draws a picture. */
const mostContent = 64 * 1024;

/** The picture of a page that shows nothing else but text without ink, which scanners add to be searched. */
function pictureOf({ page, above }: Leaf, number: number, room: { bytes: number }): Picture | undefined {
  try {
    const content = contentOf(page);
    if (content === undefined || /\bBI\s/.test(content)) return undefined;
    if (/\b(?:Tj|TJ)\b|['"]\s*$/m.test(content) && !/\b3\s+Tr\b/.test(content)) return undefined;
    const drawn = [...content.matchAll(/\/([^\s/<>[\]()]+)\s+Do\b/g)];
    const [only] = drawn;
    if (!only?.[1] || drawn.length > 1) return undefined;
    const resources = inherited(page, above, "Resources");
    const objects = resources instanceof PDFDict ? resources.lookup(name("XObject")) : undefined;
    const image = objects instanceof PDFDict ? objects.lookup(name(only[1])) : undefined;
    if (!(image instanceof PDFRawStream) || image.dict.lookup(name("Subtype")) !== name("Image")) return undefined;
    const read = encodedOf(image, room);
    const turned = turnOf(content.slice(0, only.index)) + (numberOf(inherited(page, above, "Rotate")) ?? 0);
    const turn = ((((Math.round(turned / 90) * 90) % 360) + 360) % 360) as Picture["turn"] & number;
    return read && { ...read, turn, page: number };
  } catch {
    // A page that can't be understood has no picture.
    return undefined;
  }
}

const inherited = (page: PDFDict, above: readonly PDFDict[], key: string): PDFObject | undefined =>
  [page, ...above].find((node) => node.has(name(key)))?.lookup(name(key));

const numberOf = (object: PDFObject | undefined) => (object instanceof PDFNumber ? object.asNumber() : undefined);

function contentOf(page: PDFDict): string | undefined {
  const contents = page.lookup(name("Contents"));
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((_, index) => contents.lookup(index)) : [contents];
  let content = "";
  for (const stream of streams) {
    if (!(stream instanceof PDFRawStream) || stream.contents.length > mostContent) return undefined;
    content += `${latin(decodePDFRawStream(stream).decode())}\n`;
    if (content.length > mostContent) return undefined;
  }
  return content;
}

/** Degrees clockwise by which the matrices before it turn the picture. */
function turnOf(before: string): number {
  const words = before.split(/\s/).filter(Boolean);
  const matrices = words.flatMap((word, at) => (word === "cm" ? [words.slice(at - 6, at - 4).map(Number)] : []));
  return matrices.reduce((degrees, [a = 1, b = 0]) => degrees - (Math.atan2(b, a) * 180) / Math.PI, 0);
}

/** JPEGs as they are, and unpacked pixels of one byte per colour. */
function encodedOf(image: PDFRawStream, room: { bytes: number }): Pick<Picture, "bytes" | "raw"> | undefined {
  const { dict } = image;
  const filter = dict.lookup(name("Filter"));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
  // What only calls itself a JPEG may be a drawing that takes hours.
  if (filters.length === 1 && filters[0] === name("DCTDecode")) {
    if (latin(image.contents.subarray(0, 3)) !== "\xff\xd8\xff" || image.contents.length > room.bytes) return undefined;
    // Pages may name the same picture again and again.
    room.bytes -= image.contents.length;
    return { bytes: image.contents.slice() };
  }
  if (filters.length !== 1 || filters[0] !== name("FlateDecode") || dict.has(name("DecodeParms"))) return undefined;
  const [width, height] = [numberOf(dict.lookup(name("Width"))), numberOf(dict.lookup(name("Height")))];
  const space = dict.lookup(name("ColorSpace"));
  const channels = space === name("DeviceRGB") ? 3 : space === name("DeviceGray") ? 1 : undefined;
  if (!width || !height || !channels || numberOf(dict.lookup(name("BitsPerComponent"))) !== 8) return undefined;
  const size = width * height * channels;
  if (size > room.bytes) return undefined;
  room.bytes -= size;
  const bytes = decodePDFRawStream(image).decode();
  return bytes.length < size ? undefined : { bytes: bytes.slice(0, size), raw: { width, height, channels } };
}
