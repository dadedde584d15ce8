import { redirect } from "react-router";
import { exportAction } from "~/accounts/exports/answer-export.server";
import { readView } from "~/accounts/views/read-view.server";
import { readForm } from "~/request-bodies/read-form.server";
import { exportInquiries } from "./export-csv.server";
import { readInquiryFilters } from "./list.server";

const list = "/admin/inquiries";
export const loader = () => redirect(list);

/** `/admin/inquiries/export`: the CSV of the filtered list; with `view` in the screen's columns. */
export const action = exportAction(list, async (by, { request, url }) => {
  const form = await readForm(request);
  const { search } = await readView(by.staff, "inquiries", url.searchParams);
  return exportInquiries(by, readInquiryFilters(search, by.staff.adminId), { view: form.get("of") === "view" });
});
