import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { openCopy } from "./open-copy.server";
import { findCopy } from "./read-copy.server";

/** `/apply/{id}/data/{copy}.zip`: for the application's holder only, not for staff. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id ?? "");
  const copy = found && (await findCopy(found.application.id, params.copy ?? ""));
  if (!found || !copy || copy.state === "making") return respond(404, "Copy not found.\n");
  const isOver = copy.state !== "ready" || !copy.offeredUntil || copy.offeredUntil <= new Date();
  if (isOver) return respond(410, "This copy was kept for 72 hours. Please ask for a new one.\n");
  const bytes = request.method === "HEAD" ? null : await openCopy(copy);
  if (request.method !== "HEAD" && !bytes)
    return respond(410, "This copy was kept for 72 hours. Please ask for a new one.\n");
  // Node's and the browser's stream types are the same at run time, but their declarations differ.
  return new Response(bytes && (Readable.toWeb(bytes) as ReadableStream<Uint8Array>), {
    headers: {
      ...headers,
      "Content-Type": "application/zip",
      "Content-Length": String(copy.byteSize),
      "Content-Disposition": contentDisposition("attachment", `Lucaya-${found.application.applicationNumber}-data.zip`),
    },
  });
}

const headers = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const respond = (status: number, text: string) =>
  new Response(text, { status, headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" } });
