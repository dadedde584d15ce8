import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { visaApplications as t } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { applicantInformation } from "~/db/schema/steps";
import { applicationStatuses } from "~/db/schema/values";
import { searchCondition } from "./staff-search.server";

export const pageSize = 100;

const uuid = z.uuid().optional().catch(undefined);
const filters = z.object({
  q: z.string().trim().max(200).catch(""),
  status: z.enum(["all", ...applicationStatuses]).catch("all"),
  /** The list continues after this application towards older ones, or towards newer ones. */
  before: uuid,
  after: uuid,
});
export type ListFilters = z.output<typeof filters>;

/** What the address asks for; what it can't mean is left out. */
export function readFilters(search: URLSearchParams): ListFilters {
  return filters.parse(Object.fromEntries(search));
}

const newestFirst = [desc(t.createdAt), desc(t.id)];
const oldestFirst = [asc(t.createdAt), asc(t.id)];

/** One page of the list, newest first, and the ids that its neighbours start from. */
export async function listApplications({ q, status, before, after }: ListFilters) {
  const cursor = before ?? after;
  const backwards = before === undefined && after !== undefined;
  const conditions: (SQL | undefined)[] = [
    status === "all" ? undefined : eq(t.status, status),
    searchCondition(q),
    cursor === undefined ? undefined : beyond(cursor, backwards),
  ];
  const found = await db
    .select({
      id: t.id,
      applicationNumber: t.applicationNumber,
      userEmail: t.userEmail,
      firstName: applicantInformation.firstName,
      lastName: applicantInformation.lastName,
      serviceName: visaServices.serviceName,
      visaType: visaServices.visaType,
      applicationType: t.applicationType,
      status: t.status,
      currentStep: t.currentStep,
      totalSteps: t.totalSteps,
      completionPercentage: t.completionPercentage,
      paymentStatus: t.paymentStatus,
      submittedAt: t.submittedAt,
      isSample: t.isSample,
      asksToWithdraw: sql<boolean>`${t.withdrawalRequestedAt} is not null`,
    })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId))
    .leftJoin(applicantInformation, eq(applicantInformation.applicationId, t.id))
    .where(and(...conditions))
    .orderBy(...(backwards ? oldestFirst : newestFirst))
    .limit(pageSize + 1);

  const more = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  if (backwards) rows.reverse();
  const older = backwards || more ? rows.at(-1)?.id : undefined;
  const newer = (backwards && more) || before !== undefined ? rows.at(0)?.id : undefined;
  return { rows, older: older ?? null, newer: newer ?? null };
}

export type ListedApplication = Awaited<ReturnType<typeof listApplications>>["rows"][number];

/** Behind a row in the order of the list. The row's own time is read in SQL: a Date would lose its microseconds. */
function beyond(id: string, backwards: boolean): SQL {
  const place = sql`((select c.created_at from visa_applications c where c.id = ${id}), ${id}::uuid)`;
  return backwards ? sql`(${t.createdAt}, ${t.id}) > ${place}` : sql`(${t.createdAt}, ${t.id}) < ${place}`;
}

/** How many there are, in all and by status; exact over all applications (A-APP-2). */
export async function countApplications(): Promise<{ total: number; byStatus: Partial<Record<string, number>> }> {
  const counts = await countsOf("applications");
  return { total: totalOf(counts), byStatus: Object.fromEntries(counts) };
}
