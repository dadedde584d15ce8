import { recordedFilters } from "~/accounts/exports/columns.server";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { shownColumns } from "~/core/lists/heads";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { columns, exportColumns } from "./list/columns.server";
import { type InquiryFilters, matching, searchParamsOf } from "./list/filters.server";
import { orderOf } from "./list.server";

/** Exports all inquiries that match search and filters; with `view` in the screen's columns. */
export function exportInquiries(context: StaffContext, filters: InquiryFilters, { view = false } = {}) {
  return exportCsv(context, {
    list: "inquiries",
    fileName: "visa-inquiries",
    columns: view ? shownColumns(columns, filters.columns).map(([, column]) => column) : exportColumns,
    filters: recordedFilters(searchParamsOf(filters)),
    table: t,
    where: matching(filters),
    order: orderOf(filters.sort),
  });
}
