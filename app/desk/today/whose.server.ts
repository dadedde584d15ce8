import { and, eq, isNotNull, isNull, ne, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Slice } from "./read-apart.server";

export const shownLines = 10;

/** How many items of a group belong to the admin, nobody, or others. */
export type PartCounts = { mine: number; nobodys: number; others: number };

/** Part of a group: the admin's, unowned, or others'. */
export type Part = { of: (owner: PgColumn) => SQL | undefined; limit: number };

/** Whose the items of a part are, in the order of Today. */
export const partsOf = (adminId: string): Record<keyof PartCounts, Part["of"]> => ({
  mine: (owner) => eq(owner, adminId),
  nobodys: (owner) => isNull(owner),
  others: (owner) => and(isNotNull(owner), ne(owner, adminId)),
});

/** Reads a page of a group ordered by owner, with one indexed query per part that it reaches into. */
export async function readPageByOwner<Row>(
  { adminId, limit, offset }: Slice,
  counts: PartCounts,
  read: (part: Part & { offset: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let skipped = offset;
  for (const [name, of] of Object.entries(partsOf(adminId)) as [keyof PartCounts, Part["of"]][]) {
    if (rows.length < limit && skipped < counts[name])
      rows.push(...(await read({ of, limit: limit - rows.length, offset: skipped })));
    skipped = Math.max(0, skipped - counts[name]);
  }
  return rows;
}

/** Reads the first items of a group ordered by owner, with one indexed query per part. */
export async function readByOwner<Row>(adminId: string, read: (part: Part) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const of of Object.values(partsOf(adminId)))
    if (rows.length < shownLines) rows.push(...(await read({ of, limit: shownLines - rows.length })));
  return rows;
}
