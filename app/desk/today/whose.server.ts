import { and, eq, isNotNull, isNull, ne, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

export const shownLines = 10;

/** Part of a group: the admin's, unowned, or others'. */
export type Part = { of: (owner: PgColumn) => SQL | undefined; limit: number };

/** Reads the first items of a group ordered by owner, with one indexed query per part. */
export async function readByOwner<Row>(adminId: string, read: (part: Part) => Promise<Row[]>): Promise<Row[]> {
  const parts: ((owner: PgColumn) => SQL | undefined)[] = [
    (owner) => eq(owner, adminId),
    (owner) => isNull(owner),
    (owner) => and(isNotNull(owner), ne(owner, adminId)),
  ];
  const rows: Row[] = [];
  for (const of of parts)
    if (rows.length < shownLines) rows.push(...(await read({ of, limit: shownLines - rows.length })));
  return rows;
}
