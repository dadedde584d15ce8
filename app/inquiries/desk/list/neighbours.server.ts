import { and, eq } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { neighbourQuery } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { countSome } from "~/db/count-some.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import type { Neighbours } from "~/ui/lists/neighbours";
import { orderOf } from "../list.server";
import { countMatching, type InquiryFilters, matching, readInquiryFilters, searchParamsOf } from "./filters.server";

/** The inquiry before and after one in the list that it was opened from, and its place there (K-CASE-3). */
export async function neighboursOf(staff: Staff, id: string, search: URLSearchParams): Promise<Neighbours> {
  const viewed = await readView(staff, "inquiries", search);
  const filters = readInquiryFilters(viewed.search, staff.adminId);
  const [[own], previous, next, before, count] = await Promise.all([
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.id, id), matching(filters))),
    read(filters, id, true),
    read(filters, id, false),
    countSome(t, beforeIt(filters, id)),
    countMatching(filters),
  ]);
  return {
    ...{ previous, next, isListed: own !== undefined, count, address: searchParamsOf(filters) },
    place: before === null ? null : before + 1,
  };
}

/** The place of one, where its page did not wait for it. */
export async function placeIn(filters: InquiryFilters, id: string): Promise<number> {
  return (await db.$count(t, beforeIt(filters, id))) + 1;
}

// By the time of creation, which no change moves.
const orderFor = ({ sort }: InquiryFilters) => ({ ...orderOf(sort), outlivesRows: false });

const beforeIt = (filters: InquiryFilters, id: string) =>
  and(matching(filters), neighbourQuery(orderFor(filters), id, true).beyond);

async function read(filters: InquiryFilters, id: string, backwards: boolean) {
  const { beyond, orderBy } = neighbourQuery(orderFor(filters), id, backwards);
  const [row] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(matching(filters), beyond))
    .orderBy(...orderBy)
    .limit(1);
  return row?.id ?? null;
}
