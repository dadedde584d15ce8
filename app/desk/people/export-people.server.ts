import { recordedFilters } from "~/accounts/exports/columns.server";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { people as t } from "~/db/schema/people";
import { columns, matching, order, type PeopleFilters } from "./list.server";

/** Exports everybody that the search finds, in the list's order. */
export function exportPeople(context: StaffContext, filters: PeopleFilters) {
  return exportCsv(context, {
    list: "people",
    fileName: "people",
    columns: Object.values(columns),
    filters: recordedFilters({ q: filters.q }),
    table: t,
    where: matching(filters),
    order,
  });
}
