import { and, arrayOverlaps, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hasOverdueAnswer } from "~/applications/desk/case/messages/overdue-answers.server";
import { db, type Queryable } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { visaApplications as t } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { applicationStatuses } from "~/db/schema/values";
import { shortened, shortenedIfAny } from "~/db/shortened.server";
import { placeOf, placeShape, readPage } from "~/ground/keyset.server";
import { orderOf } from "./order.server";
import { searchCondition } from "./search.server";
import { sorts } from "./sort";

const pageSize = 100;

const filters = z.object({
  q: z.string().trim().max(200).catch(""),
  status: z.enum(["all", ...applicationStatuses]).catch("all"),
  /** `overdue`: those in which a message waits longer than we promised. */
  answer: z.enum(["all", "overdue"]).catch("all"),
  sort: z.enum(sorts.map(({ value }) => value)).catch(""),
  ...placeShape,
});
export type ListFilters = z.output<typeof filters>;

/** Reads the filters of the URL; invalid values are ignored. */
export function readFilters(search: URLSearchParams): ListFilters {
  return filters.parse(Object.fromEntries(search));
}

/**
 * The applicant's name, shortened; what a draft holds in the hidden boxes of somebody with only one name is no part of
 * it (N-LACK-2).
 */
export const listedName = (maxLength?: number): SQL<string> =>
  sql<string>`case when ${t.status} = 'draft' and ${t.metadata} #>> '{step1,onlyOneName}' = 'true'
    then ${shortened(sql`coalesce(${t.metadata} #>> '{step1,lastName}', '')`, maxLength)}
    else ${shortened(t.applicantName, maxLength)} end`;

/** What narrows a list. */
export type Narrowed = Pick<ListFilters, "q" | "status"> & Partial<Pick<ListFilters, "answer">>;

/** Which applications a list holds, whatever its order and its page. */
export function listed({ q, status, answer = "all" }: Narrowed): SQL | undefined {
  return and(
    status === "all" ? undefined : eq(t.status, status),
    answer === "overdue" ? hasOverdueAnswer : undefined,
    searchCondition(q),
  );
}

/** The rows of a list, as `ApplicationTable` shows them. */
const selectListed = (from: Queryable) =>
  from
    .select({
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
      asksToWithdraw: sql<boolean>`${t.withdrawalRequestedAt} is not null`,
    })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.id, t.visaServiceId));

/** One page of the list, and the ids that its neighbours start from. */
export function listApplications({ q, status, answer, sort, ...place }: ListFilters) {
  return readPage(orderOf(sort, status), placeOf(place), pageSize, ({ beyond, orderBy, limit }) =>
    selectListed(db)
      .where(and(listed({ q, status, answer }), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** The applications with one of these digests of a passport number (`passportSearch`), newest first, 100 at most. */
export const listByPassport = (digests: string[], from: Queryable) =>
  selectListed(from)
    .where(arrayOverlaps(t.passportDigests, digests))
    .orderBy(desc(t.createdAt), desc(t.id))
    .limit(pageSize);

export type ListedApplication = Awaited<ReturnType<typeof listApplications>>["rows"][number];

/** How many there are, in all and by status; exact over all applications (A-APP-2). */
export async function countApplications(): Promise<{ total: number; byStatus: Partial<Record<string, number>> }> {
  const counts = await countsOf("applications");
  return { total: totalOf(counts), byStatus: Object.fromEntries(counts) };
}
