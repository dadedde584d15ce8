import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "./client.server";

/** With more rows than this, the page loads first and requests the number afterwards. */
const mostAtOnce = 1000;

/** Counts the rows of a condition; null if there are more than a page waits for. */
export async function countSome(table: PgTable, condition: SQL | undefined): Promise<number | null> {
  const limited = db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(mostAtOnce + 1)
    .as("some");
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(limited);
  return row && row.n <= mostAtOnce ? row.n : null;
}

/** Sums up counted facets (`row_counts` with arrays as keys). `at` is an element of the key. */
export async function countFacets(
  subject: "applications by facets" | "inquiries by facets",
  condition: (at: (position: number) => SQL) => SQL | undefined,
): Promise<number> {
  const at = (position: number) => sql`(key::jsonb ->> ${sql.raw(String(position))})`;
  const { rows } = await db.execute<{ n: number }>(
    sql`select coalesce(sum(n), 0)::float8 as n from row_counts where subject = ${subject} and (${condition(at) ?? sql`true`})`,
  );
  return rows[0]?.n ?? 0;
}
