import { type ActionFunctionArgs, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { contentDisposition } from "~/documents/content-disposition";
import { visitContext } from "~/ground/visit";
import { exportInquiries } from "./export-csv.server";
import { readInquiryFilters } from "./list.server";

const list = "/admin/inquiries";

/** A GET leads to the list: an export is recorded, so it takes the POST of a button. */
export const loader = () => redirect(list);

/** `/admin/inquiries/export`: the CSV of the inquiries that match the list's search and filters. */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  const result = await exportInquiries({ staff, address }, readInquiryFilters(url.searchParams));
  if (!result.ok) {
    const notice = result.reason === "busy" ? "export-busy" : "export-failed";
    return redirect(`${list}${url.search}`, { headers: { "Set-Cookie": flash(notice) } });
  }
  return new Response(result.body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition("attachment", result.fileName),
      "Cache-Control": "private, no-store",
    },
  });
}
