import { redirect } from "react-router";
import { exportAction } from "~/accounts/exports/answer-export.server";
import { readView } from "~/accounts/views/read-view.server";
import { readFilters } from "~/cases/desk/list/filters.server";
import { readForm } from "~/request-bodies/read-form.server";
import { exportApplications } from "./export-applications.server";

const list = "/admin/applications";
export const loader = ({ request }: { request: Request }) => redirect(`${list}/columns${new URL(request.url).search}`);

/**
 * `/admin/applications/export`: a CSV of the filtered list, in the columns of the form or, with `view`, those of the
 * screen.
 */
export const action = exportAction(list, async (by, { request, url }) => {
  const form = await readForm(request);
  const columns = form.get("of") === "view" ? "view" : form.getAll("column").map(String);
  const viewed = await readView(by.staff, "applications", url.searchParams);
  const result = await exportApplications(by, readFilters(viewed.search, by.staff.adminId), columns);
  if (result.ok || result.reason !== "invalid") return result;
  const search = new URLSearchParams(url.search);
  search.set("none", "yes");
  throw redirect(`${list}/columns?${search}`);
});
