import { type SQL, sql } from "drizzle-orm";
import { nassauDayOf, nassauMinuteOf } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { ownerName } from "~/accounts/owners/owned-rows.server";
import { passportExpires, tripEnd } from "~/cases/case-data/passport.server";
import type { Order } from "~/core/lists/keyset.server";
import { visaApplications as t } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";
import { shortened, shortenedIfAny } from "~/db/shortened.server";
import { statusLook } from "~/ui/lists/status-badge";

/** The applicant's name, shortened. Ignores hidden name fields of a draft by somebody with only one name. */
export const listedName = (maxLength?: number): SQL<string> =>
  sql<string>`case when ${t.status} = 'draft' and ${t.metadata} #>> '{step1,onlyOneName}' = 'true'
    then ${shortened(sql`coalesce(${t.metadata} #>> '{step1,lastName}', '')`, maxLength)}
    else ${shortened(t.applicantName, maxLength)} end`;

/** Columns of a list row; the service is left joined. */
export const listedFields = {
  id: t.id,
  applicationNumber: t.applicationNumber,
  userEmail: shortened(t.userEmail),
  name: listedName(),
  serviceName: shortenedIfAny(visaServices.serviceName),
  visaType: shortenedIfAny(visaServices.visaType),
  applicationType: shortenedIfAny(t.applicationType),
  status: t.status,
  currentStep: t.currentStep,
  totalSteps: t.totalSteps,
  completionPercentage: t.completionPercentage,
  paymentStatus: t.paymentStatus,
  createdAt: t.createdAt,
  submittedAt: t.submittedAt,
  isSample: t.isSample,
  isDraft: sql<boolean>`${t.status} = 'draft' and ${t.submittedAt} is null`,
  withdrawalRequestedAt: t.withdrawalRequestedAt,
  ownerId: t.ownerId,
  ownerName: ownerName(t.ownerId),
  dueOn: t.dueOn,
  dueDay: t.dueDay,
  decisionExpectedBy: t.decisionExpectedBy,
  endsOn: t.endsOn,
  passportExpires,
  tripEnd,
};

const id = (of: SQL) => sql`${of}.id`;
const created = [(of: SQL) => sql`${of}.created_at`, id];
const byStatus = [(of: SQL) => sql`${of}.status`, ...created];
const byNumber = [(of: SQL) => sql`${of}.application_number`];
/** Never submitted applications come last in both directions. */
const submittedLast = [(of: SQL) => sql`coalesce(${of}.submitted_at, '-infinity')`, id];
const submittedFirst = [(of: SQL) => sql`coalesce(${of}.submitted_at, 'infinity')`, id];
const endsFirst = [(of: SQL) => sql`coalesce(${of}.ends_on, 'infinity')`, id];

/** Orders by their name in the URL; newest first has none. */
export const orders = {
  "": { label: "Newest first", keys: created, descending: true },
  oldest: { label: "Oldest first", keys: created, descending: false },
  submitted: { label: "Submitted, newest first", keys: submittedLast, descending: true },
  "submitted-oldest": { label: "Submitted, oldest first", keys: submittedFirst, descending: false },
  status: { label: "Status, first to last", keys: byStatus, descending: false },
  "status-back": { label: "Status, last to first", keys: byStatus, descending: true },
  number: { label: "Number, A to Z", keys: byNumber, descending: false },
  "number-back": { label: "Number, Z to A", keys: byNumber, descending: true },
  ends: { label: "Ends, soonest first", keys: endsFirst, descending: false },
};
export type Sort = keyof typeof orders;
export const sorts = Object.keys(orders) as Sort[];

/** The order of a list; drafts have no submission date and are ordered by their start. */
export function orderOf({ sort, status }: { sort: Sort; status: readonly string[] }): Order {
  const { keys, descending } = orders[sort];
  const submission = sort === "submitted" || sort === "submitted-oldest";
  const drafts = status.length === 1 && status[0] === "draft";
  return { table: "visa_applications", keys: submission && drafts ? created : keys, descending };
}

const stored = (of: { getSQL: () => SQL }) => sql`${of}`;
const words = (value: string) => statusLook(value).label;
const turnWords: Record<string, string> = { applicant: "Applicant", office: "Ours", authority: "Authority" };

/** Columns of `Export CSV` by their form name; deliberately without answers, notes or links. */
export const exportColumns = {
  number: { title: "Application", value: stored(t.applicationNumber) },
  // In full; the list shortens it.
  name: { title: "Name", value: listedName(100_000) },
  email: { title: "Email", value: stored(t.userEmail) },
  service: { title: "Service", value: sql`coalesce(${visaServices.serviceName}, ${t.applicationType})` },
  visaType: { title: "Visa Type", value: stored(visaServices.visaType) },
  country: { title: "Country", value: stored(countries.name) },
  status: { title: "Status", value: stored(t.status), shown: words },
  progress: { title: "Progress", value: sql`${t.completionPercentage} || '%'` },
  step: { title: "Step", value: sql`${t.currentStep} || ' of ' || ${t.totalSteps}` },
  payment: { title: "Payment", value: stored(t.paymentStatus), shown: words },
  due: { title: "Amount Due", value: stored(t.totalAmountDue) },
  paid: { title: "Amount Paid", value: stored(t.amountPaid) },
  turn: { title: "Turn", value: stored(t.turn), shown: (turn) => turnWords[turn] ?? turn },
  owner: { title: "Owner", value: stored(ownerName(t.ownerId)) },
  dueDay: { title: "Due Date", value: stored(t.dueDay) },
  started: { title: "Started", value: nassauMinuteOf(stored(t.createdAt)) },
  submitted: { title: "Submitted", value: nassauMinuteOf(stored(t.submittedAt)) },
  filed: { title: "Filed On", value: stored(t.filedOn) },
  expected: { title: "Decision Expected", value: stored(t.decisionExpectedBy) },
  ends: { title: "Ends", value: stored(t.endsOn) },
} satisfies Record<string, CsvColumn>;

/**
 * The columns of the screen by their name in the URL, with their export and the orders of their heading. `columns.tsx`
 * draws them.
 */
export const columns = {
  application: { ...exportColumns.number, sorts: ["number", "number-back"] },
  applicant: { ...exportColumns.name, title: "Applicant" },
  type: { ...exportColumns.service, title: "Type" },
  status: { ...exportColumns.status, sorts: ["status", "status-back"] },
  progress: exportColumns.progress,
  payment: exportColumns.payment,
  submitted: {
    title: "Submitted",
    value: nassauDayOf(stored(t.submittedAt)),
    sorts: ["submitted", "submitted-oldest"],
  },
  passport: { title: "Passport", value: passportExpires },
  ends: { ...exportColumns.ends, sorts: ["ends"] },
  owner: exportColumns.owner,
  due: { ...exportColumns.dueDay, title: "Due" },
} satisfies Record<string, CsvColumn & { sorts?: [Sort, Sort] | [Sort] }>;
export type ColumnId = keyof typeof columns;
export const columnIds = Object.keys(columns) as ColumnId[];
