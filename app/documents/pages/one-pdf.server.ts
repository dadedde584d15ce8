import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import PDFDocument from "pdfkit";
import sharp, { type Sharp } from "sharp";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { log } from "~/log.server";
import { DamagedFile } from "../at-rest/encrypted-bytes.server";
import { openFile } from "../at-rest/open-file.server";
import { shortened } from "../file-rules";
import { contentDisposition } from "../headers/content-disposition";
import { inSlot } from "../inspect/inspect.server";
import { canUnpack, uprightPicture } from "../inspect/upright-picture.server";
import { notOfCase } from "../of-case.server";
import { type Document, type From, mayRead } from "../readers.server";
import { noDocument, storageUnavailable, textAnswer } from "../serve.server";
import { StorageError } from "../storage-error.server";
import { inPageOrder } from "./page-order.server";
import { formatPage, inGroups, onePdfOf, pagesIn } from "./pages";

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Asked = {
  applicationId: string;
  group: string;
  from: From;
  reader: { id: string; of: "application" | "account" };
};

/** Sends a document's pages as one PDF, which is never stored. Whoever may read each of them may have it. */
export async function servePages(request: Request, { applicationId, group, from, reader }: Asked): Promise<Response> {
  if (!uuidForm.test(applicationId)) return noDocument();
  const pages = await pagesOf(applicationId, group);
  const onePdf = sizedOnePdf(pages);
  if (!onePdf) return noDocument();
  const readers = await Promise.all(pages.map((page) => mayRead(page, request)));
  if (readers.some((allowed) => !allowed || (allowed !== true && "gone" in allowed))) return noDocument();
  // Of a page that was loaded before there were so many.
  if ("problem" in onePdf) return textAnswer(404, `${onePdf.problem}\n`);
  const tooOften = await refuseDrawing({ address: from.address, holder: reader.id, of: reader.of });
  if (tooOften) return tooOften;
  if (request.method === "GET")
    for (const allowed of readers)
      if (typeof allowed === "object" && "opened" in allowed && !(await allowed.opened(from, true)))
        return textAnswer(403, confirmFirst);
  const body = request.method === "HEAD" ? null : await begunPdf(pages);
  if (body === "unavailable") return storageUnavailable();
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": "application/pdf",
      "Content-Disposition": contentDisposition("attachment", onePdfName(pages)),
    },
  });
}

const headers = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const confirmFirst = "You have opened many files. Please confirm that it is you, and open this one again.\n";

/** Draws the first page before the response begins, so that unavailable storage can still be an error page. */
async function begunPdf(pages: readonly Document[]): Promise<ReadableStream<Uint8Array> | "unavailable"> {
  const pdf = pdfOfPages(pages);
  try {
    const first = await pdf.next();
    const whole = (async function* () {
      if (!first.done) yield first.value;
      yield* pdf;
    })();
    return Readable.toWeb(Readable.from(whole, { objectMode: false })) as ReadableStream<Uint8Array>;
  } catch (error) {
    if (error instanceof StorageError) return "unavailable";
    throw error;
  }
}

/** Of a required document, of an item that is not sent, or of one that was. */
function groupOf(group: string): SQL | undefined {
  if (!uuidForm.test(group)) return and(eq(documents.documentType, group), notOfCase);
  const isUnsent = and(isNull(documents.caseAnswerId), isNull(documents.caseMessageId));
  return or(eq(documents.caseAnswerId, group), and(eq(documents.caseItemId, group), isUnsent));
}

async function pagesOf(applicationId: string, group: string): Promise<Document[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(eq(documents.applicationId, applicationId), groupOf(group)))
    .orderBy(...inPageOrder);
  return pagesIn(rows);
}

const sizedOnePdf = (pages: readonly Document[]) =>
  onePdfOf(
    pages.map(({ byteSize: bytes, scan }) => ({ bytes, scan })),
    "",
  );

/** A document's pages. `problem`: why they can't be had as one PDF. */
type PageGroup = { pages: Document[]; problem?: string };

/** The groups of a case's files that are pages of one document, without those that wait for a scan. */
export function pagesByGroup(files: readonly Document[]): PageGroup[] {
  const paged = files.filter(
    (file) => !file.caseMessageId && !file.decisionId && !file.inquiryId && (!file.caseItemId || file.caseAnswerId),
  );
  const groupOf = (file: Document) => file.caseAnswerId ?? file.documentType;
  return [...Map.groupBy(inGroups(paged, groupOf), groupOf).values()]
    .map((group) => pagesIn(group))
    .flatMap((pages) => {
      const onePdf = sizedOnePdf(pages);
      if (!onePdf) return [];
      return [{ pages, ...("problem" in onePdf ? { problem: onePdf.problem } : {}) }];
    });
}

/** Such as `passport (3 pages).pdf`. */
export function onePdfName(pages: readonly Document[]): string {
  const stem = (pages[0]?.documentName ?? "").replace(/\.[^.]*$/, "");
  return shortened(`${stem} (${pages.length} pages).pdf`);
}

/** In points. */
const margin = 24;

/**
 * Draws pictures upright on pages of A4, one at a time in memory. JPEGs are embedded as they are. The same pages give
 * the same bytes.
 */
export async function* pdfOfPages(pages: readonly Document[]): AsyncGenerator<Buffer> {
  const created = new Date(Math.max(...pages.map(({ createdAt }) => createdAt.getTime())));
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: onePdfName(pages), CreationDate: created } });
  for (const page of pages) {
    await drawPage(pdf, page, formatPage(page, pages));
    yield* written(pdf);
  }
  pdf.end();
  yield* written(pdf);
}

function* written(pdf: PDFKit.PDFDocument): Generator<Buffer> {
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Buffer;
}

/** Undefined if the stored copy is lost or damaged. */
async function bytesOf(page: Document): Promise<Buffer | undefined> {
  try {
    const stream = await openFile(page);
    if (!stream) throw new DamagedFile("The bytes are gone");
    return await buffer(stream);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.error({ documentId: page.id, reason: error.message }, "a document can't be read");
    return undefined;
  }
}

async function drawPage(pdf: PDFKit.PDFDocument, page: Document, place: string): Promise<void> {
  const bytes = await bytesOf(page);
  pdf.addPage({ size: "A4", layout: bytes && (await isWide(bytes)) ? "landscape" : "portrait", margin });
  if (bytes && (await drawPicture(pdf, bytes, page.contentType))) return;
  pdf.text(`${place} can’t be shown here. Please open its own file.`, margin, margin);
}

async function isWide(bytes: Buffer): Promise<boolean> {
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  return facts !== undefined && facts.autoOrient.width > facts.autoOrient.height;
}

/** False for a picture that can't be shown, such as one of too many pixels: it takes none of the others with it. */
async function drawPicture(pdf: PDFKit.PDFDocument, bytes: Buffer, contentType: string): Promise<boolean> {
  const fit: [number, number] = [pdf.page.width - 2 * margin, pdf.page.height - 2 * margin];
  const ways = contentType === "image/png" ? [packedPng] : [(sent: Buffer) => sent, packedJpeg];
  for (const way of ways)
    try {
      pdf.image(await way(bytes), margin, margin, { fit, align: "center", valign: "center" });
      return true;
    } catch {
      // The next way, if there is one.
    }
  return false;
}

/** A PNG that a PDF can hold as it is: taking out its transparency there would block the program. */
const packedPng = (bytes: Buffer) =>
  repacked(bytes, (picture) => picture.flatten({ background: "#fff" }).png({ progressive: false }));

/** For a JPEG whose parts only tolerant programs find. */
const packedJpeg = (bytes: Buffer) => repacked(bytes, (picture) => picture.jpeg({ quality: 90 }));

/**
 * In turn with inspections: thirty large pictures of a few downloads at once would take every thread of the program.
 */
const repacked = (bytes: Buffer, pack: (picture: Sharp) => Sharp): Promise<Buffer> =>
  inSlot(async () => {
    if (!(await canUnpack({ bytes }))) throw new Error("The picture has too many pixels");
    return pack(uprightPicture({ bytes }).toColourspace("srgb")).toBuffer();
  });
