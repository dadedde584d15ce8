import { eq, sql } from "drizzle-orm";
import { db, type Queryable } from "./client.server";
import { rowCounts } from "./schema/counts";

export type CountSubject =
  | "applications"
  | "applications by service"
  | "applications by facets"
  | "inquiries"
  | "inquiries by facets"
  | "inquiries by day"
  | "emails"
  | "views"
  | "views by day";

/** How many rows a subject has by key, exact in this snapshot, without reading them (A-APP-2, A-INQ-3, A-MAILLOG-6). */
export async function countsOf(subject: CountSubject, from: Queryable = db): Promise<Map<string, number>> {
  const rows = await from
    .select({ key: rowCounts.key, n: sql<number>`sum(${rowCounts.n})::float8` })
    .from(rowCounts)
    .where(eq(rowCounts.subject, subject))
    .groupBy(rowCounts.key);
  return new Map(rows.filter(({ n }) => n !== 0).map(({ key, n }) => [key, n]));
}

export function totalOf(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, n) => sum + n, 0);
}

/** Merges the rows that the triggers wrote; the sums stay the same for readers. Run by a scheduled job. */
export async function sumCounts(): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from row_counts
      where (subject, key) in (select subject, key from row_counts group by 1, 2 having count(*) > 1)
      returning subject, key, n
    )
    insert into row_counts (subject, key, n)
    select subject, key, sum(n) from gone group by 1, 2 having sum(n) <> 0
  `);
}
