import { count, eq, type SQL, sql } from "drizzle-orm";
import { nassauDayOf, nassauMinuteOf, recordedFilters } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import { ownerName } from "~/accounts/owners/owned-rows.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type ColumnId, columns as screenColumns } from "~/cases/desk/list/columns";
import { type ListFilters, listed, searchParamsOf } from "~/cases/desk/list/filters.server";
import { listedName } from "~/cases/desk/list/list.server";
import { orderOf } from "~/cases/desk/list/order.server";
import { passportExpires } from "~/cases/detail/passport.server";
import { orderBy } from "~/core/lists/keyset.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";
import { statusLook } from "~/ui/lists/status-badge";
import { type ExportColumn, exportColumns } from "./export-columns";

type Values = Omit<CsvColumn, "title">;
const as = (of: { getSQL: () => SQL }) => sql`${of}`;
const words = (stored: string) => statusLook(stored).label;
const turnWords: Record<string, string> = { applicant: "Applicant", office: "Ours", authority: "Authority" };

const values: Record<ExportColumn, Values> = {
  number: { value: as(t.applicationNumber) },
  // Whole, not as the list shortens it.
  name: { value: listedName(100_000) },
  email: { value: as(t.userEmail) },
  service: { value: sql`coalesce(${visaServices.serviceName}, ${t.applicationType})` },
  visaType: { value: as(visaServices.visaType) },
  country: { value: as(countries.name) },
  status: { value: as(t.status), shown: words },
  progress: { value: sql`${t.completionPercentage} || '%'` },
  step: { value: sql`${t.currentStep} || ' of ' || ${t.totalSteps}` },
  payment: { value: as(t.paymentStatus), shown: words },
  due: { value: as(t.totalAmountDue) },
  paid: { value: as(t.amountPaid) },
  turn: { value: as(t.turn), shown: (stored) => turnWords[stored] ?? stored },
  owner: { value: as(ownerName(t.ownerId)) },
  dueDay: { value: as(t.dueDay) },
  started: { value: nassauMinuteOf(as(t.createdAt)) },
  submitted: { value: nassauMinuteOf(as(t.submittedAt)) },
  filed: { value: as(t.filedOn) },
  expected: { value: as(t.decisionExpectedBy) },
};

/** Those on the screen (K-CSV-2). */
const viewed: Record<ColumnId, Values> = {
  application: values.number,
  applicant: values.name,
  type: values.service,
  status: values.status,
  progress: values.progress,
  payment: values.payment,
  submitted: { value: nassauDayOf(as(t.submittedAt)) },
  passport: { value: passportExpires },
  owner: values.owner,
  due: values.dueDay,
};

const columnsOf = (shown: readonly ColumnId[]): CsvColumn[] =>
  screenColumns
    .filter(({ id }) => shown.length === 0 || shown.includes(id))
    .map(({ id, label }) => ({ title: label, ...viewed[id] }));

const isColumn = (name: string): name is ExportColumn => Object.hasOwn(exportColumns, name);

/**
 * All applications that search and filters leave, in the list's order (K-CSV-1): in the chosen columns, which stand in
 * the order in which they are offered, or exactly in those of the screen.
 */
export async function exportApplications(
  context: StaffContext,
  filters: ListFilters,
  chosen: "view" | readonly string[],
) {
  const known = chosen === "view" ? [] : Object.keys(exportColumns).filter((name) => chosen.includes(name));
  const columns =
    chosen === "view"
      ? columnsOf(filters.columns)
      : known.filter(isColumn).map((name) => ({ title: exportColumns[name], ...values[name] }));
  if (columns.length === 0) return refuse("invalid", "Choose at least one column.");
  return exportCsv(context, {
    list: "applications",
    fileName: "visa-applications",
    columns,
    filters: recordedFilters(searchParamsOf(filters)),
    rows: (fields) =>
      db
        .select(fields)
        .from(t)
        .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId))
        .leftJoin(countries, eq(countries.id, visaServices.countryId))
        .where(listed(filters))
        .orderBy(...orderBy(orderOf(filters)))
        .toSQL(),
    count: () => db.select({ n: count() }).from(t).where(listed(filters)).toSQL(),
  });
}
