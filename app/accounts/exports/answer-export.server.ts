import { type ActionFunctionArgs, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { contentDisposition } from "~/documents/headers/content-disposition";
import type { exportCsv } from "./export-csv.server";

/** For staff whom `may` accepts. A GET redirects to the list: an export is logged, so it needs a POST. */
export const exportAction =
  (
    list: string,
    run: (by: StaffContext, args: ActionFunctionArgs) => ReturnType<typeof exportCsv>,
    may = requireStaff,
  ) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const staff = await may(args.request);
    const { address } = args.context.get(requestContext);
    return exportResponse(await run({ staff, address }, args), `${list}${args.url.search}`);
  };

/** A download; a refusal is shown on the list at `back`. */
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
      // Compression on the way would drop the length, and with it the browser's progress bar.
      "Cache-Control": "private, no-store, no-transform",
    },
  });
}
