import { and } from "drizzle-orm";
import { withDue } from "~/accounts/owners/owned-rows.server";
import { byCreatedAt, cursorOf, type Order, type PageQuery, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { log } from "~/log.server";
import { listedFields } from "./list/columns.server";
import { type InquiryFilters, matching } from "./list/filters.server";

export { type InquiryFilters, readInquiryFilters } from "./list/filters.server";

const pageSize = 100;

/** Inquiries can be deleted, so the row of a cursor may no longer exist. */
export const orderOf = (sort: InquiryFilters["sort"]): Order => ({
  ...byCreatedAt("visa_inquiries", sort === "newest"),
  outlivesRows: true,
});

/** A page of the list by date, with the cursors of its neighbours. */
export async function listInquiries(input: InquiryFilters) {
  const { sort } = input;
  const newest = sort === "newest";
  const { row, backwards } = cursorOf(input);
  const cursor = { row, backwards: row !== undefined && backwards === newest };
  const read = ({ beyond, orderBy, limit }: PageQuery) =>
    db
      .select(listedFields)
      .from(t)
      .where(and(matching(input), beyond))
      .orderBy(...orderBy)
      .limit(limit);
  const { rows: found, next, previous } = await readPage(orderOf(sort), cursor, pageSize, read);
  const rows = withDue(found);
  return newest ? { rows, older: next, newer: previous } : { rows, older: previous, newer: next };
}

export type ListedInquiry = Awaited<ReturnType<typeof listInquiries>>["rows"][number];

/** Exact counts of all inquiries, from maintained counters. */
export async function countInquiries() {
  const counts = await countsOf("inquiries");
  const of = (status: string) => counts.get(status) ?? 0;
  return { total: totalOf(counts), new: of("new"), qualified: of("qualified"), converted: of("converted") };
}

/** The number of new inquiries, for the navigation; 0 if it can't be read, which is logged. */
export async function countNewInquiries(): Promise<number> {
  try {
    return (await countInquiries()).new;
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the new inquiries could not be counted");
    return 0;
  }
}
