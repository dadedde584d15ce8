import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { readView } from "~/accounts/views/read-view.server";
import { neighbourQuery } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { countSome } from "~/db/count-some.server";
import { applicationStatusHistory, visaApplications as t } from "~/db/schema/applications";
import type { Neighbours } from "~/ui/lists/neighbours";
import { orderOf } from "./columns.server";
import { countListed, type ListFilters, listed, readFilters, searchParamsOf } from "./filters.server";

/** The case before and after one in the list that it was opened from, and its place there (K-CASE-3). */
export async function neighboursOf(staff: Staff, id: string, search: URLSearchParams): Promise<Neighbours> {
  const viewed = await readView(staff, "applications", search);
  const filters = readFilters(viewed.search, staff.adminId);
  const isListed = await isIn(filters, id);
  const was = isListed ? undefined : await statusBefore(filters, id);
  const [previous, next, before, count] = await Promise.all([
    read(filters, id, true, was),
    read(filters, id, false, was),
    countSome(t, beforeIt(filters, id)),
    countListed(filters),
  ]);
  return {
    ...{ previous, next, isListed, count, address: searchParamsOf(filters) },
    place: before === null ? null : before + 1,
  };
}

/** How many there are, and the place of one: where the page of a case did not wait for it. */
export async function placeIn(filters: ListFilters, id: string): Promise<number> {
  return (await db.$count(t, beforeIt(filters, id))) + 1;
}

async function isIn(filters: ListFilters, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.id, id), listed(filters)));
  return row !== undefined;
}

const beforeIt = (filters: ListFilters, id: string) =>
  and(listed(filters), neighbourQuery(orderOf(filters), id, true).beyond);

async function read(filters: ListFilters, id: string, backwards: boolean, was: SQL | undefined) {
  const { beyond, orderBy } = neighbourQuery(orderOf(filters), id, backwards, was);
  const [row] = await db
    .select({ id: t.id })
    .from(t)
    .where(and(listed(filters), beyond))
    .orderBy(...orderBy)
    .limit(1);
  return row?.id ?? null;
}

/** In an order by status, a case that a change of status has taken out of the list stands where it stood before. */
async function statusBefore({ sort, status }: ListFilters, id: string): Promise<SQL | undefined> {
  if (sort !== "status" && sort !== "status-back") return undefined;
  const [line] = await db
    .select({ from: applicationStatusHistory.fromStatus })
    .from(applicationStatusHistory)
    .where(and(eq(applicationStatusHistory.applicationId, id), isNotNull(applicationStatusHistory.fromStatus)))
    .orderBy(desc(applicationStatusHistory.createdAt))
    .limit(1);
  return line?.from && status.includes(line.from) ? sql`${line.from}::application_status` : undefined;
}
