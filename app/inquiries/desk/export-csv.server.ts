import { count, type SQL, sql } from "drizzle-orm";
import { nassauMinuteOf, recordedFilters } from "~/accounts/exports/columns.server";
import { type CsvColumn, exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { countryName } from "~/ground/countries.server";
import { orderBy } from "~/ground/keyset.server";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";
import { type InquiryFilters, matching, orderOf } from "./list.server";

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

/** Those on the screen, by their titles there (K-CSV-2). */
const viewColumns: readonly CsvColumn[] = [
  column("Date", nassauMinuteOf(as(t.createdAt))),
  column("Applicant", as(t.fullName)),
  column("Service", as(t.visaService)),
  column("Travel Date", as(t.travelDate)),
  column("Status", as(t.status), statusWords),
];

/** All inquiries that search and filters leave (A-INQ-19 to -21), or exactly what the screen shows of them. */
export function exportInquiries(context: StaffContext, filters: InquiryFilters, { view = false } = {}) {
  const { sort, ...narrowed } = filters;
  return exportCsv(context, {
    list: "inquiries",
    fileName: "visa-inquiries",
    columns: view ? viewColumns : columns,
    filters: recordedFilters(filters),
    rows: (fields) =>
      db
        .select(fields)
        .from(t)
        .where(matching(narrowed))
        .orderBy(...orderBy(orderOf(sort)))
        .toSQL(),
    count: () => db.select({ n: count() }).from(t).where(matching(narrowed)).toSQL(),
  });
}
