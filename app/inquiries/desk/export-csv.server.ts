import { count, type SQL, sql } from "drizzle-orm";
import { nassauMinuteOf, recordedFilters } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import { ownerName } from "~/accounts/owners/owned-rows.server";
import type { StaffContext } from "~/accounts/staff.server";
import { countryName } from "~/core/countries.server";
import { orderBy } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { type ColumnId, columns as screenColumns } from "./list/columns";
import { type InquiryFilters, matching, searchParamsOf } from "./list/filters.server";
import { orderOf } from "./list.server";

const column = (title: string, value: SQL, shown?: CsvColumn["shown"]): CsvColumn => ({ title, value, shown });
const as = (of: { getSQL: () => SQL }) => sql`${of}`;

/** The fifteen of A-INQ-20. */
const columns: readonly CsvColumn[] = [
  column("Date", nassauMinuteOf(as(t.createdAt))),
  column("Name", as(t.fullName)),
  column("Email", as(t.email)),
  column("Phone", as(t.phone)),
  column("Contact Method", as(t.preferredContactMethod)),
  column("Visa Service", as(t.visaService)),
  column("Nationality", as(t.nationality), countryName),
  column("Residence", as(t.residenceCountry), countryName),
  column("Passport Expiry", as(t.passportExpiryDate)),
  column("Travel Date", as(t.travelDate)),
  column("Adults", as(t.numAdults)),
  column("Children", as(t.numChildren)),
  column("Purpose", as(t.purpose)),
  column("Status", as(t.status)),
  column("Priority", sql`case when ${t.priority} then 'Yes' else 'No' end`),
];

const statusWords = (stored: string) => {
  const status = inquiryStatuses.find((one) => one === stored);
  return status ? inquiryStatusLabel(status) : stored;
};

/** Those on the screen (K-CSV-2). */
const viewed: Record<ColumnId, Omit<CsvColumn, "title">> = {
  date: { value: nassauMinuteOf(as(t.createdAt)) },
  applicant: { value: as(t.fullName) },
  service: { value: as(t.visaService) },
  travel: { value: as(t.travelDate) },
  status: { value: as(t.status), shown: statusWords },
  owner: { value: as(ownerName(t.ownerId)) },
  due: { value: as(t.dueDay) },
};

const columnsOf = (shown: readonly ColumnId[]): CsvColumn[] =>
  screenColumns
    .filter(({ id }) => shown.length === 0 || shown.includes(id))
    .map(({ id, label }) => ({ title: label, ...viewed[id] }));

/** All inquiries that search and filters leave (A-INQ-19 to -21), or exactly what the screen shows of them. */
export function exportInquiries(context: StaffContext, filters: InquiryFilters, { view = false } = {}) {
  return exportCsv(context, {
    list: "inquiries",
    fileName: "visa-inquiries",
    columns: view ? columnsOf(filters.columns) : columns,
    filters: recordedFilters(searchParamsOf(filters)),
    rows: (fields) =>
      db
        .select(fields)
        .from(t)
        .where(matching(filters))
        .orderBy(...orderBy(orderOf(filters.sort)))
        .toSQL(),
    count: () => db.select({ n: count() }).from(t).where(matching(filters)).toSQL(),
  });
}
