import { redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import type { exportCsv } from "./export-csv.server";

/** The file as a download; what was refused is said on the list, to which `back` leads. */
export function exportResponse(result: Awaited<ReturnType<typeof exportCsv>>, back: string): Response {
  if (!result.ok) {
    const notice = result.reason === "busy" ? "export-busy" : "export-failed";
    return redirect(back, { headers: { "Set-Cookie": flash(notice) } });
  }
  return new Response(result.body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Length": String(result.size),
      "Content-Disposition": contentDisposition("attachment", result.fileName),
      // Compressed on its way it would lose its length, and the browser's bar with it.
      "Cache-Control": "private, no-store, no-transform",
    },
  });
}
