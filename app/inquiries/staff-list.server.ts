import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { isDatabaseAway } from "~/db/failure.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { shortened } from "~/db/shortened.server";
import { log } from "~/log.server";
import { inquirySearch } from "./staff-search.server";

const pageSize = 100;

const uuid = z.uuid().optional().catch(undefined);
const filters = z.object({
  q: z.string().trim().max(200).catch(""),
  status: z.enum(["all", ...inquiryStatuses]).catch("all"),
  priority: z.enum(["all", "yes", "no"]).catch("all"),
  sort: z.enum(["newest", "oldest"]).catch("newest"),
  /** The page continues from this inquiry towards older ones, or towards newer ones. */
  before: uuid,
  after: uuid,
});
export type InquiryFilters = z.output<typeof filters>;

/** What the address asks for; what it can't mean is left out. */
export function readInquiryFilters(search: URLSearchParams): InquiryFilters {
  return filters.parse(Object.fromEntries(search));
}

/** What search and filters leave, without the place in the list (A-INQ-5, A-INQ-6, A-INQ-21). */
export function matching({ q, status, priority }: Pick<InquiryFilters, "q" | "status" | "priority">): SQL | undefined {
  return and(
    status === "all" ? undefined : eq(t.status, status),
    priority === "all" ? undefined : eq(t.priority, priority === "yes"),
    inquirySearch(q),
  );
}

export const newestFirst = [desc(t.createdAt), desc(t.id)];
export const oldestFirst = [asc(t.createdAt), asc(t.id)];

/** One page of the list by date, over all inquiries (A-INQ-4), and where its neighbours begin. */
export async function listInquiries(given: InquiryFilters) {
  const { sort, before, after } = given;
  const newest = sort === "newest";
  const downwards = before !== undefined || (after === undefined && newest);
  const cursor = before ?? after;
  const found = await db
    .select({
      id: t.id,
      fullName: shortened(t.fullName),
      email: shortened(t.email),
      phone: t.phone,
      visaService: t.visaService,
      travelDate: t.travelDate,
      status: t.status,
      priority: t.priority,
      files: sql<number>`jsonb_array_length(${t.uploadedDocuments})`,
      hasNotes: sql<boolean>`coalesce(${t.adminNotes}, '') <> ''`,
      isSample: t.isSample,
      createdAt: t.createdAt,
    })
    .from(t)
    .where(and(matching(given), cursor === undefined ? undefined : beyond(cursor, downwards)))
    .orderBy(...(downwards ? newestFirst : oldestFirst))
    .limit(pageSize + 1);

  const more = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  if (downwards !== newest) rows.reverse();
  const [top, bottom] = newest ? [rows.at(0), rows.at(-1)] : [rows.at(-1), rows.at(0)];
  const older = (downwards ? more : cursor !== undefined) ? bottom : undefined;
  const newer = (downwards ? cursor !== undefined : more) ? top : undefined;
  return { rows, older: older?.id ?? null, newer: newer?.id ?? null };
}

export type ListedInquiry = Awaited<ReturnType<typeof listInquiries>>["rows"][number];

/**
 * Behind a row in the order of the list. Its time is read in SQL: a Date would lose its microseconds. A row that was
 * deleted meanwhile leads to the end of the list that it was nearer to.
 */
function beyond(id: string, downwards: boolean): SQL {
  const time = sql`select c.created_at from visa_inquiries c where c.id = ${id}`;
  return downwards
    ? sql`(${t.createdAt}, ${t.id}) < (coalesce((${time}), 'infinity'), ${id}::uuid)`
    : sql`(${t.createdAt}, ${t.id}) > (coalesce((${time}), '-infinity'), ${id}::uuid)`;
}

/** Exact over all inquiries, without reading them (A-INQ-3). */
export async function countInquiries() {
  const counts = await countsOf("inquiries");
  const of = (status: string) => counts.get(status) ?? 0;
  return { total: totalOf(counts), new: of("new"), qualified: of("qualified"), converted: of("converted") };
}

/** How many nobody has looked at yet, for the navigation; 0 when that can't be read, which is logged. */
export async function countNewInquiries(): Promise<number> {
  try {
    return (await countInquiries()).new;
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, "the new inquiries could not be counted");
    return 0;
  }
}
