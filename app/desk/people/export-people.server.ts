import { count, sql } from "drizzle-orm";
import { nassauMinuteOf, recordedFilters } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { orderBy } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { people as t } from "~/db/schema/people";
import { matching, order, type PeopleFilters } from "./list.server";

/** Those on the screen; all emails and phones, of which the screen shows the first. */
const columns: readonly CsvColumn[] = [
  { title: "Name", value: sql`${t.name}` },
  { title: "Emails", value: sql`array_to_string(${t.emails}, ', ')` },
  { title: "Phones", value: sql`array_to_string(${t.phones}, ', ')` },
  { title: "Inquiries", value: sql`${t.inquiries}` },
  { title: "Cases", value: sql`${t.cases}` },
  { title: "Latest contact", value: nassauMinuteOf(sql`${t.lastContactAt}`) },
];

/** Everybody whom the search leaves, in the list's order (K-CSV-2). */
export function exportPeople(context: StaffContext, filters: PeopleFilters) {
  return exportCsv(context, {
    list: "people",
    fileName: "people",
    columns,
    filters: recordedFilters({ q: filters.q }),
    rows: (fields) =>
      db
        .select(fields)
        .from(t)
        .where(matching(filters))
        .orderBy(...orderBy(order))
        .toSQL(),
    count: () => db.select({ n: count() }).from(t).where(matching(filters)).toSQL(),
  });
}
