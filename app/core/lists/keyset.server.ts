import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

/**
 * The order of a list with keyset pagination. `keys`, most significant first, are columns of the table or of an alias
 * of it, together unique, and covered by an index.
 */
export type Order = {
  table: string;
  keys: readonly ((of: SQL) => SQL)[];
  descending: boolean;
  /** If the cursor's row was deleted, read the first page of that direction. Only with the keys of `byCreatedAt`. */
  outlivesRows?: boolean;
};

export const byCreatedAt = (table: string, descending = true): Order => ({
  table,
  keys: [(of) => sql`${of}.created_at`, (of) => sql`${of}.id`],
  descending,
});

const uuid = z.uuid().optional().catch(undefined);
/** The page's cursor in the URL: a row, and on which side of it. With the newest first, `before` means earlier. */
export const cursorParams = { before: uuid, after: uuid };

/** The row next to the page, if it is not the first page, and on which side of that row the page is. */
export type PageCursor = { row: string | undefined; backwards: boolean };

/** `before` pages forward in the list, `after` back. */
export function cursorOf({ before, after }: { before?: string | undefined; after?: string | undefined }): PageCursor {
  return { row: before ?? after, backwards: before === undefined && after !== undefined };
}

/** `limit` is one row more than the page shows. */
export type PageQuery = { beyond: SQL | undefined; orderBy: SQL[]; limit: number };

/** Reads one page. `next` and `previous` are cursor ids, null at the list's ends. */
export async function readPage<Row extends { id: string }>(
  order: Order,
  cursor: PageCursor,
  size: number,
  read: (query: PageQuery) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; next: string | null; previous: string | null }> {
  const { row, backwards } = cursor;
  const beyond = row === undefined ? undefined : beyondRow(order, row, backwards);
  const fetched = await read({ beyond, orderBy: orderBy(order, backwards), limit: size + 1 });
  const more = fetched.length > size;
  const rows = fetched.slice(0, size);
  if (backwards) rows.reverse();
  const isLast = !backwards && !more;
  const isFirst = backwards ? !more : row === undefined;
  return { rows, next: isLast ? null : (rows.at(-1)?.id ?? null), previous: isFirst ? null : (rows.at(0)?.id ?? null) };
}

/** Returns the parts of a query for the rows after or before a row, and for their number. */
export const neighbourQuery = (order: Order, row: string, backwards: boolean, firstKey?: SQL) => ({
  beyond: beyondRow(order, row, backwards, firstKey),
  orderBy: orderBy(order, backwards),
});

export function orderBy({ table, keys, descending }: Order, backwards = false): SQL[] {
  return keys.map((key) =>
    descending === backwards ? sql`${key(sql.raw(table))} asc` : sql`${key(sql.raw(table))} desc`,
  );
}

/** Compares in SQL, because a Date would lose the microseconds. `firstKey` replaces the row's first key. */
function beyondRow(order: Order, row: string, backwards: boolean, firstKey?: SQL): SQL {
  const { table, keys, descending, outlivesRows } = order;
  const upwards = descending === backwards;
  const [own, alias] = [sql.raw(table), sql.raw("c")];
  const here = keys.map((key) => key(own));
  const rowKeys = keys.map((key) => sql`(select ${key(alias)} from ${own} c where c.id = ${row})`);
  if (firstKey) rowKeys[0] = firstKey;
  const [first] = rowKeys;
  if (outlivesRows && first) rowKeys[0] = sql`coalesce(${first}, ${sql.raw(upwards ? "'-infinity'" : "'infinity'")})`;
  const [left, right] = [sql.join(here, sql`, `), sql.join(rowKeys, sql`, `)];
  return upwards ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`;
}
