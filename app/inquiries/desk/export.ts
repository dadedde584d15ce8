import { type ActionFunctionArgs, redirect } from "react-router";
import { exportResponse } from "~/accounts/exports/answer-export.server";
import { requireStaff } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import { exportInquiries } from "./export-csv.server";
import { readInquiryFilters } from "./list.server";

const list = "/admin/inquiries";

/** A GET leads to the list: an export is recorded, so it takes the POST of a button. */
export const loader = () => redirect(list);

/**
 * `/admin/inquiries/export`: the CSV of what the list's search and filters leave; of `view` in the screen's columns.
 */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const form = await readForm(request);
  const viewed = await readView(staff, "inquiries", url.searchParams);
  const filters = readInquiryFilters(viewed.search, staff.adminId);
  const result = await exportInquiries({ staff, address }, filters, { view: form.get("of") === "view" });
  return exportResponse(result, `${list}${url.search}`);
}
