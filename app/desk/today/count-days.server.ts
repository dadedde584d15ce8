import { sql } from "drizzle-orm";
import { daysAfter } from "~/core/time";
import { db } from "~/db/client.server";
import type { PartCounts } from "./whose.server";

/**
 * Counts cases, key dates or tasks of some days by whose they are, from the maintained counts: their keys are a day,
 * a space and the owner's id, empty for nobody. Days are YYYY-MM-DD; without `from`, from the earliest.
 */
export async function countDays(
  subject: "aging cases by day" | "key dates by day" | "tasks by day",
  adminId: string,
  { from = "", to }: { from?: string; to: string },
): Promise<PartCounts> {
  const owner = sql`substr(key, 12)`;
  const { rows } = await db.execute<PartCounts>(sql`
    select coalesce(sum(n) filter (where ${owner} = ${adminId}), 0)::float8 as mine,
      coalesce(sum(n) filter (where ${owner} = ''), 0)::float8 as nobodys,
      coalesce(sum(n) filter (where ${owner} not in ('', ${adminId})), 0)::float8 as others
    from row_counts where subject = ${subject} and key >= ${from} and key < ${daysAfter(to, 1)}`);
  return rows[0] ?? { mine: 0, nobodys: 0, others: 0 };
}

export const totalOfParts = ({ mine, nobodys, others }: PartCounts): number => mine + nobodys + others;
