import { type ActionFunctionArgs, redirect } from "react-router";
import { answerExport } from "~/accounts/exports/answer-export.server";
import { requireStaff } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { visitContext } from "~/ground/visit";
import { exportApplications } from "./export-applications.server";
import { readFilters } from "./list.server";

/** A GET leads to the choice of columns: an export is recorded, so it takes the POST of a button. */
export const loader = ({ request }: { request: Request }) =>
  redirect(`/admin/applications/columns${new URL(request.url).search}`);

/**
 * `/admin/applications/export`: the CSV of what the list's search and filters leave, in the columns that the form names
 * or, with `view`, in those of the screen.
 */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address } = context.get(visitContext);
  const form = await readForm(request);
  const chosen = form.getAll("column").map(String);
  const columns = form.get("columns") === "view" ? "view" : chosen;
  const result = await exportApplications({ staff, address }, readFilters(url.searchParams), columns);
  if (!result.ok && result.reason === "invalid") {
    const search = new URLSearchParams(url.search);
    search.set("none", "yes");
    return redirect(`/admin/applications/columns?${search}`);
  }
  return answerExport(result, `/admin/applications${url.search}`);
}
