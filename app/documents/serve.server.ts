import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { log } from "~/log.server";
import { DamagedFile } from "./at-rest/encrypted-bytes.server";
import { openFile } from "./at-rest/open-file.server";
import { type ByteRange, readRange } from "./byte-range";
import { contentDisposition } from "./headers/content-disposition";
import { type Document, type From, mayRead } from "./readers.server";
import { StorageError } from "./storage-error.server";

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Shown in the browser; others are downloaded. */
const shown = new Set(["application/pdf", "image/png", "image/jpeg"]);

const headers = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** A missing document and a forbidden one get the same 404, which reveals nothing. */
export async function serveDocument(request: Request, id: string, from: From): Promise<Response> {
  const document = uuidForm.test(id) ? await find(id) : undefined;
  const reader = document && (await mayRead(document, request));
  if (!document || !reader) return noDocument();
  if (reader !== true && "gone" in reader) return textAnswer(410, reader.gone);
  if (document.scan === "waiting") return textAnswer(423, beingScanned, { "Retry-After": "60" });
  if (document.scan === "infected") return textAnswer(410, removed);
  return sendDocument(
    request,
    document,
    reader === true ? undefined : (isBeginning) => reader.opened(from, isBeginning),
  );
}

export const storageUnavailable = () => textAnswer(503, unavailableMessage, { "Retry-After": "60" });

/** The same for a missing document and for one of somebody else. */
export const noDocument = () => textAnswer(404, missing);

/** Responds with a readable document, unless `opened` refuses. */
export async function sendDocument(
  request: Request,
  document: Document,
  opened?: (isBeginning: boolean) => Promise<boolean>,
): Promise<Response> {
  const { byteSize: size, contentType } = document;
  const tag = `"${document.sha256}"`;
  const range =
    request.method === "GET" && mayBeParted(request, tag) ? readRange(request.headers.get("range"), size) : "whole";
  if (range === "beyond")
    return textAnswer(416, "The file ends before that.\n", { "Content-Range": `bytes */${size}` });
  const part = range === "whole" ? undefined : range;
  if (request.method === "GET" && (await opened?.((part?.start ?? 0) === 0)) === false)
    return textAnswer(403, confirmFirst);
  const body = await bytesOf(document, part);
  if (body instanceof Response) return body;
  const head = request.method === "HEAD";
  if (head) body.destroy();
  const inline = shown.has(contentType);
  return new Response(head ? null : stream(body), {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      "Content-Type": contentType,
      "Content-Length": String(part ? part.end - part.start + 1 : size),
      ...(part ? { "Content-Range": `bytes ${part.start}-${part.end}/${size}` } : {}),
      "Accept-Ranges": "bytes",
      ETag: tag,
      "Content-Disposition": contentDisposition(inline ? "inline" : "attachment", document.documentName),
      "Content-Security-Policy": policy(contentType),
    },
  });
}

async function bytesOf(document: Document, part?: ByteRange): Promise<Readable | Response> {
  try {
    const body = await openFile(document, part);
    if (body) return body;
    log.error({ documentId: document.id }, "a document's bytes are missing");
    return textAnswer(404, missing);
  } catch (error) {
    if (error instanceof StorageError) return storageUnavailable();
    if (!(error instanceof DamagedFile)) throw error;
    log.error({ documentId: document.id, reason: error.message }, "a document can't be read");
    return textAnswer(500, damaged);
  }
}

/** `If-Range`: a range only if the file is still the one that the sender has a part of. */
function mayBeParted(request: Request, tag: string): boolean {
  const condition = request.headers.get("if-range");
  return condition === null || condition.trim() === tag;
}

async function find(id: string) {
  const [document] = await db.select().from(documents).where(eq(documents.id, id));
  return document;
}

const beingScanned = "We’re checking this file for viruses. You can open it once that’s done.\n";
const removed =
  "We found a virus in this file and removed it. The document is needed again, as a new photo or a new PDF.\n";
const unavailableMessage = "We can’t open this file right now. Please try again in a few minutes.\n";
const damaged =
  "We can’t open this file because its stored copy is damaged. Our team has been alerted. If it’s yours, please send it again.\n";
const confirmFirst = "You have opened many files. Please confirm that it is you, and open this one again.\n";
const missing = "We can’t find this document, or you don’t have access to it.\n";

export function textAnswer(status: number, text: string, more: Record<string, string> = {}) {
  const all = { ...headers, "Content-Type": "text/plain; charset=utf-8", ...more };
  return new Response(text, { status, headers: all });
}

/**
 * A document may not run, load or frame anything. A PDF is not sandboxed, because Safari would show an empty page; only
 * our pages may frame it, as the desk does. Inline styles are for the page that browsers put around a picture or a PDF.
 */
function policy(contentType: string) {
  const common = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  if (contentType === "application/pdf") return `${common}; frame-ancestors 'self'`;
  return `${common}; frame-ancestors 'none'; img-src 'self'; sandbox`;
}

/** Node's and the browser's stream types are the same at run time; only their declarations differ. */
function stream(body: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(body) as ReadableStream<Uint8Array>;
}
