import { eq, type SQL, sql } from "drizzle-orm";
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

/** Returns the number of a subject's rows by key, exact in this snapshot, without reading them. */
export async function countsOf(subject: CountSubject, from: Queryable = db): Promise<Map<string, number>> {
  const rows = await from
    .select({ key: rowCounts.key, n: sql<number>`sum(${rowCounts.n})::float8` })
    .from(rowCounts)
    .where(eq(rowCounts.subject, subject))
    .groupBy(rowCounts.key);
  return new Map(rows.filter(({ n }) => n !== 0).map(({ key, n }) => [key, n]));
}

const nassauDate = (column: SQL) => sql`(${column} at time zone 'America/Nassau')::date::text`;

/** The sample rows of reported tables, found by an index, with their keys. */
const samples = {
  applications: { table: sql`visa_applications`, key: sql`status::text` },
  inquiries: { table: sql`visa_inquiries`, key: sql`status::text` },
  "inquiries by day": { table: sql`visa_inquiries`, key: nassauDate(sql`created_at`) },
  views: { table: sql`visa_service_views`, key: sql`service_id::text` },
  "views by day": { table: sql`visa_service_views`, key: nassauDate(sql`viewed_at`) },
} satisfies Partial<Record<CountSubject, { table: SQL; key: SQL }>>;

/** Same as `countsOf`, without sample people: reports leave them out. */
export async function realCountsOf(subject: keyof typeof samples): Promise<Map<string, number>> {
  const { table, key } = samples[subject];
  const { rows } = await db.execute<{ key: string; n: number }>(sql`
    select key, sum(n)::float8 as n from (
      select key, n from row_counts where subject = ${subject}
      union all select ${key}, -1 from ${table} where is_sample
    ) as counted group by key having sum(n) <> 0`);
  return new Map(rows.map(({ key, n }) => [key, n]));
}

export async function countSamples(from: Queryable = db): Promise<number> {
  const { rows } = await from.execute<{ n: number }>(sql`
    select ((select count(*) from visa_applications where is_sample)
      + (select count(*) from visa_inquiries where is_sample))::int as n`);
  return rows[0]?.n ?? 0;
}

export function totalOf(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, n) => sum + n, 0);
}

/** Merges the rows that the triggers wrote; the sums stay the same for readers. A scheduled job calls it. */
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
