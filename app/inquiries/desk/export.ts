import { type ActionFunctionArgs, redirect } from "react-router";
import { answerExport } from "~/accounts/exports/answer-export.server";
import { requireStaff } from "~/accounts/staff.server";
import { visitContext } from "~/ground/visit";
import { exportInquiries } from "./export-csv.server";
import { readInquiryFilters } from "./list.server";

const list = "/admin/inquiries";

/** A GET leads to the list: an export is recorded, so it takes the POST of a button. */
export const loader = () => redirect(list);

/** `/admin/inquiries/export`: the CSV of what the list's search and filters leave; `columns=view` for the screen's. */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  const search = new URLSearchParams(url.search);
  const view = search.get("columns") === "view";
  search.delete("columns");
  const result = await exportInquiries({ staff, address }, readInquiryFilters(search), { view });
  return answerExport(result, search.size > 0 ? `${list}?${search}` : list);
}
