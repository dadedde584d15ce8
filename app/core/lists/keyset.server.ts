import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

/**
 * The order of a list with keyset pagination. `keys` are compared, most important first; they are columns of the table
 * or of an alias of it, together unique, and covered by an index.
 */
export type Order = {
  table: string;
  keys: readonly ((of: SQL) => SQL)[];
  descending: boolean;
  /**
   * When the row that a page begins beside was deleted, the first page of that direction is read instead of an empty
   * one. Only with the keys of `byCreatedAt`.
   */
  outlivesRows?: boolean;
};

/** By the time of creation, as most lists are. */
export const byCreatedAt = (table: string, descending = true): Order => ({
  table,
  keys: [(of) => sql`${of}.created_at`, (of) => sql`${of}.id`],
  descending,
});

const uuid = z.uuid().optional().catch(undefined);
/**
 * The page's position in the address: beside a row, on which side of it. With the newest first, `before` means earlier.
 */
export const cursorParams = { before: uuid, after: uuid };

/** The row that a page begins beside, if it is not the first one, and on which side of it the page lies. */
export type PageCursor = { row: string | undefined; backwards: boolean };

/** `before` leads on in the list, `after` back. */
export function cursorOf({ before, after }: { before?: string | undefined; after?: string | undefined }): PageCursor {
  return { row: before ?? after, backwards: before === undefined && after !== undefined };
}

/** The parts of a page's query; `limit` is one row more than the page shows. */
export type PageQuery = { beyond: SQL | undefined; orderBy: SQL[]; limit: number };

/**
 * Reads one page; `next` and `previous` are the ids that the neighbouring pages begin beside, null at the list's ends.
 */
export async function readPage<Row extends { id: string }>(
  order: Order,
  place: PageCursor,
  size: number,
  read: (query: PageQuery) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; next: string | null; previous: string | null }> {
  const { row, backwards } = place;
  const beyond = row === undefined ? undefined : beyondRow(order, row, backwards);
  const fetched = await read({ beyond, orderBy: orderBy(order, backwards), limit: size + 1 });
  const more = fetched.length > size;
  const rows = fetched.slice(0, size);
  if (backwards) rows.reverse();
  const isLast = !backwards && !more;
  const isFirst = backwards ? !more : row === undefined;
  return { rows, next: isLast ? null : (rows.at(-1)?.id ?? null), previous: isFirst ? null : (rows.at(0)?.id ?? null) };
}

/** The parts of a query that reads on from a row, or back: its neighbours, and how many rows lie on that side of it. */
export const neighbourQuery = (order: Order, row: string, backwards: boolean, firstKey?: SQL) => ({
  beyond: beyondRow(order, row, backwards, firstKey),
  orderBy: orderBy(order, backwards),
});

/** `backwards` reads towards the beginning of the list. */
export function orderBy({ table, keys, descending }: Order, backwards = false): SQL[] {
  return keys.map((key) =>
    descending === backwards ? sql`${key(sql.raw(table))} asc` : sql`${key(sql.raw(table))} desc`,
  );
}

/**
 * The condition for rows beyond a row. Its values are read in SQL, because a Date would lose the microseconds.
 * `firstKey` stands for its first one, where that has changed.
 */
function beyondRow(order: Order, row: string, backwards: boolean, firstKey?: SQL): SQL {
  const { table, keys, descending, outlivesRows } = order;
  const upwards = descending === backwards;
  const [own, other] = [sql.raw(table), sql.raw("c")];
  const here = keys.map((key) => key(own));
  const there = keys.map((key) => sql`(select ${key(other)} from ${own} c where c.id = ${row})`);
  if (firstKey) there[0] = firstKey;
  const [first] = there;
  if (outlivesRows && first) there[0] = sql`coalesce(${first}, ${sql.raw(upwards ? "'-infinity'" : "'infinity'")})`;
  const [left, right] = [sql.join(here, sql`, `), sql.join(there, sql`, `)];
  return upwards ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`;
}
