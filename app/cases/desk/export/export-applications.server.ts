import { eq } from "drizzle-orm";
import { recordedFilters } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { columns, exportColumns, orderOf } from "~/cases/desk/list/columns.server";
import { type ListFilters, listed, searchParamsOf } from "~/cases/desk/list/filters.server";
import { shownColumns } from "~/core/lists/heads";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";

/**
 * Exports all applications of a search and its filters in the list's order: the chosen columns in their standard order,
 * or exactly those of the screen.
 */
export async function exportApplications(
  context: StaffContext,
  filters: ListFilters,
  chosen: "view" | readonly string[],
) {
  const exported: [string, CsvColumn][] =
    chosen === "view"
      ? shownColumns(columns, filters.columns)
      : Object.entries(exportColumns).filter(([name]) => chosen.includes(name));
  if (exported.length === 0) return refuse("invalid", "Choose at least one column.");
  return exportCsv(context, {
    list: "applications",
    fileName: "visa-applications",
    columns: exported.map(([, column]) => column),
    filters: recordedFilters(searchParamsOf(filters)),
    table: t,
    from: (fields) =>
      db
        .select(fields)
        .from(t)
        .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId))
        .leftJoin(countries, eq(countries.id, visaServices.countryId)),
    where: listed(filters),
    order: orderOf(filters),
  });
}
