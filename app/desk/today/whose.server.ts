import { and, eq, isNotNull, isNull, ne, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** How many lines of a group stand on Today. */
export const shownLines = 10;

/** Part of a group: those of the admin, those of nobody, those of others. */
export type Part = { of: (owner: PgColumn) => SQL | undefined; limit: number };

/**
 * The first lines of a group in the order of their owners (K-TODAY-6), read part by part, so that each is found by an
 * index.
 */
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
