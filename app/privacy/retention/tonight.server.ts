import { sql } from "drizzle-orm";
import { nassauDay, nassauInstant } from "~/core/time";
import { db } from "~/db/client.server";
import type { Kind } from "./kind";
import { kinds, wholeApplications } from "./kinds.server";
import { runsAt } from "./run.server";

const day = 24 * 3_600_000;

/** When the next run starts. */
export function nextRun(now = new Date()): Date {
  const today = nassauInstant(nassauDay(now), runsAt);
  return today > now ? today : nassauInstant(nassauDay(now.getTime() + day), runsAt);
}

/** How many numbers of applications are shown. */
const mostNamed = 500;

export type Tonight = Awaited<ReturnType<typeof readTonight>>;

/** Previews the next run without changing anything. */
export async function readTonight(all: readonly Kind[] = kinds) {
  const instant = nextRun();
  const counts: { kind: string; label: string; n: number; numbers: string[] }[] = [];
  for (const { kind, label, due } of all) {
    const over = due(sql`${instant.toISOString()}::timestamptz`);
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${over}) d`);
    const named = wholeApplications.includes(kind)
      ? await db.execute<{ name: string }>(sql`select d.name from (${over}) d order by d.name limit ${mostNamed}`)
      : { rows: [] };
    counts.push({ kind, label, n: rows[0]?.n ?? 0, numbers: named.rows.map(({ name }) => name) });
  }
  return { at: instant, counts };
}
