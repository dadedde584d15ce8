import { type ActionFunctionArgs, redirect } from "react-router";
import { exportResponse } from "~/accounts/exports/answer-export.server";
import { requireStaff } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { readFilters } from "~/cases/desk/list/filters.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import { exportApplications } from "./export-applications.server";

/** A GET leads to the choice of columns: an export is recorded, so it takes the POST of a button. */
export const loader = ({ request }: { request: Request }) =>
  redirect(`/admin/applications/columns${new URL(request.url).search}`);

/**
 * `/admin/applications/export`: the CSV of what the list's search and filters leave, in the columns that the form names
 * or, with `view`, in those of the screen.
 */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address } = context.get(requestContext);
  const form = await readForm(request);
  const chosen = form.getAll("column").map(String);
  const columns = form.get("of") === "view" ? "view" : chosen;
  const viewed = await readView(staff, "applications", url.searchParams);
  const filters = readFilters(viewed.search, staff.adminId);
  const result = await exportApplications({ staff, address }, filters, columns);
  if (!result.ok && result.reason === "invalid") {
    const search = new URLSearchParams(url.search);
    search.set("none", "yes");
    return redirect(`/admin/applications/columns?${search}`);
  }
  return exportResponse(result, `/admin/applications${url.search}`);
}
