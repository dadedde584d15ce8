import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { isDatabaseAway } from "~/db/failure.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { shortened } from "~/db/shortened.server";
import { byCreation, type Order, type PageQuery, placeOf, placeShape, readPage } from "~/ground/keyset.server";
import { log } from "~/log.server";
import { inquirySearch } from "./search.server";

const pageSize = 100;

const filters = z.object({
  q: z.string().trim().max(200).catch(""),
  status: z.enum(["all", ...inquiryStatuses]).catch("all"),
  priority: z.enum(["all", "yes", "no"]).catch("all"),
  sort: z.enum(["newest", "oldest"]).catch("newest"),
  /** The place in time: the page continues towards older or towards newer inquiries. */
  ...placeShape,
});
export type InquiryFilters = z.output<typeof filters>;

/** Reads the filters of the URL; invalid values are ignored. */
export function readInquiryFilters(search: URLSearchParams): InquiryFilters {
  return filters.parse(Object.fromEntries(search));
}

/** The condition of search and filters, without the place in the list (A-INQ-5, A-INQ-6, A-INQ-21). */
export function matching({ q, status, priority }: Pick<InquiryFilters, "q" | "status" | "priority">): SQL | undefined {
  return and(
    status === "all" ? undefined : eq(t.status, status),
    priority === "all" ? undefined : eq(t.priority, priority === "yes"),
    inquirySearch(q),
  );
}

/** Inquiries can be deleted, so the row that a page starts from may not exist any more. */
export const orderOf = (sort: InquiryFilters["sort"]): Order => ({
  ...byCreation("visa_inquiries", sort === "newest"),
  outlivesRows: true,
});

/** One page of the list by date, over all inquiries (A-INQ-4), and where its neighbours begin. */
export async function listInquiries({ sort, ...given }: InquiryFilters) {
  const newest = sort === "newest";
  const { row, backwards } = placeOf(given);
  const place = { row, backwards: row !== undefined && backwards === newest };
  const read = ({ beyond, orderBy, limit }: PageQuery) =>
    db
      .select({
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
      })
      .from(t)
      .where(and(matching(given), beyond))
      .orderBy(...orderBy)
      .limit(limit);
  const { rows, next, previous } = await readPage(orderOf(sort), place, pageSize, read);
  return newest ? { rows, older: next, newer: previous } : { rows, older: previous, newer: next };
}

export type ListedInquiry = Awaited<ReturnType<typeof listInquiries>>["rows"][number];

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
