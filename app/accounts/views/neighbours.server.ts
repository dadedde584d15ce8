import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { requireStaff, type Staff } from "~/accounts/staff.server";
import { neighbourQuery, type Order } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { countSome } from "~/db/count-some.server";
import type { Neighbours } from "~/ui/lists/neighbours";
import { readView } from "./read-view.server";
import type { ViewedList } from "./view-words";

/** How a list's URL is read. */
export type ListQuery<Filters> = {
  name: ViewedList;
  table: PgTable & { id: PgColumn };
  /** `me`: the admin whom `owner=me` means. */
  read: (search: URLSearchParams, me: string) => Filters;
  where: (filters: Filters) => SQL | undefined;
  orderOf: (filters: Filters) => Order;
  /** Null if they are too many for a page to wait for. */
  count: (filters: Filters) => Promise<number | null>;
  addressOf: (filters: Filters) => Record<string, string | undefined>;
  /** The record's first sort key before a change removed it from the list. */
  keyBefore?: (filters: Filters, id: string) => Promise<SQL | undefined>;
};

/** The neighbors of a record in the list that it was opened from, and its position. */
export async function readNeighbours<Filters>(
  list: ListQuery<Filters>,
  staff: Staff,
  id: string,
  search: URLSearchParams,
): Promise<Neighbours> {
  const viewed = await readView(staff, list.name, search);
  const filters = list.read(viewed.search, staff.adminId);
  const isListed = (await db.$count(list.table, and(eq(list.table.id, id), list.where(filters)))) > 0;
  const key = isListed ? undefined : await list.keyBefore?.(filters, id);
  const read = async (backwards: boolean) => {
    const { beyond, orderBy } = neighbourQuery(list.orderOf(filters), id, backwards, key);
    const [row] = await db
      .select({ id: list.table.id })
      .from(list.table as PgTable)
      .where(and(list.where(filters), beyond))
      .orderBy(...orderBy)
      .limit(1);
    return z
      .uuid()
      .nullable()
      .parse(row?.id ?? null);
  };
  const [previous, next, before, count] = await Promise.all([
    read(true),
    read(false),
    countSome(list.table, beforeIt(list, filters, id)),
    list.count(filters),
  ]);
  return {
    ...{ previous, next, isListed, count, address: list.addressOf(filters) },
    place: before === null ? null : before + 1,
  };
}

/** For pages that did not wait for it. */
export const placeIn = async <Filters>(list: ListQuery<Filters>, filters: Filters, id: string): Promise<number> =>
  (await db.$count(list.table, beforeIt(list, filters, id))) + 1;

const beforeIt = <Filters>({ where, orderOf }: ListQuery<Filters>, filters: Filters, id: string) =>
  and(where(filters), neighbourQuery(orderOf(filters), id, true).beyond);

/** Counts the rows for a list that did not wait for it, and the position of the record named by `beside`. */
export async function countLoader<Filters>(list: ListQuery<Filters>, { request, url }: LoaderFunctionArgs) {
  const { adminId } = await requireStaff(request);
  const filters = list.read(url.searchParams, adminId);
  const record = z.uuid().safeParse(url.searchParams.get("beside"));
  const [count, position] = await Promise.all([
    db.$count(list.table, list.where(filters)),
    record.success ? placeIn(list, filters, record.data) : null,
  ]);
  return Response.json({ count, place: position });
}
