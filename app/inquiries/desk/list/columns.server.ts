import { type SQL, sql } from "drizzle-orm";
import { nassauMinuteOf } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { ownerName } from "~/accounts/owners/owned-rows.server";
import { countryName } from "~/core/countries.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { shortened } from "~/db/shortened.server";
import { inquiryStatusLabel } from "~/inquiries/inquiry-status";

export const listedFields = {
  id: t.id,
  fullName: shortened(t.fullName),
  email: shortened(t.email),
  phone: t.phone,
  visaService: shortened(t.visaService),
  travelDate: t.travelDate,
  status: t.status,
  priority: t.priority,
  files: sql<number>`jsonb_array_length(${t.uploadedDocuments})`,
  hasNotes: sql<boolean>`coalesce(${t.adminNotes}, '') <> ''`,
  isSample: t.isSample,
  createdAt: t.createdAt,
  ownerId: t.ownerId,
  ownerName: ownerName(t.ownerId),
  dueOn: t.dueOn,
  dueDay: t.dueDay,
};

export const orders = { newest: { descending: true }, oldest: { descending: false } };

const stored = (of: { getSQL: () => SQL }) => sql`${of}`;
const statusWords = (value: string) => {
  const status = inquiryStatuses.find((status) => status === value);
  return status ? inquiryStatusLabel(status) : value;
};

/** The fifteen columns of `Export CSV`, by the specification. */
export const exportColumns: readonly CsvColumn[] = [
  { title: "Date", value: nassauMinuteOf(stored(t.createdAt)) },
  { title: "Name", value: stored(t.fullName) },
  { title: "Email", value: stored(t.email) },
  { title: "Phone", value: stored(t.phone) },
  { title: "Contact Method", value: stored(t.preferredContactMethod) },
  { title: "Visa Service", value: stored(t.visaService) },
  { title: "Nationality", value: stored(t.nationality), shown: countryName },
  { title: "Residence", value: stored(t.residenceCountry), shown: countryName },
  { title: "Passport Expiry", value: stored(t.passportExpiryDate) },
  { title: "Travel Date", value: stored(t.travelDate) },
  { title: "Adults", value: stored(t.numAdults) },
  { title: "Children", value: stored(t.numChildren) },
  { title: "Purpose", value: stored(t.purpose) },
  { title: "Status", value: stored(t.status) },
  { title: "Priority", value: sql`case when ${t.priority} then 'Yes' else 'No' end` },
];

/**
 * The columns of the screen by their name in the URL, each with its value in `Export this view`. `columns.tsx` renders
 * them.
 */
export const columns = {
  date: { title: "Date", value: nassauMinuteOf(stored(t.createdAt)), sorts: ["newest", "oldest"] },
  applicant: { title: "Applicant", value: stored(t.fullName) },
  service: { title: "Service", value: stored(t.visaService) },
  travel: { title: "Travel Date", value: stored(t.travelDate) },
  status: { title: "Status", value: stored(t.status), shown: statusWords },
  owner: { title: "Owner", value: stored(ownerName(t.ownerId)) },
  due: { title: "Due", value: stored(t.dueDay) },
} satisfies Record<string, CsvColumn & { sorts?: [string, string] }>;
export type ColumnId = keyof typeof columns;
export const columnIds = Object.keys(columns) as ColumnId[];
