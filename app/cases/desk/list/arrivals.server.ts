import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { type ListFilters, listed } from "./filters.server";

/**
 * Arrivals since an instant, under a list's filters. The page shows the difference to its own count, which includes
 * rows that were not yet committed.
 */
export type Arrivals = { since: string; started: number; submitted: number };

/** Higher counts are capped, to bound the query. */
const maxCount = 1000;

export async function countArrivals(filters: ListFilters, since: Date): Promise<Arrivals> {
  const [started, submitted] = await Promise.all([
    count(and(listed(filters), gt(t.createdAt, since))),
    count(and(listed(filters), gt(t.submittedAt, since), lte(t.createdAt, since))),
  ]);
  return { since: since.toISOString(), started, submitted };
}

async function count(condition: SQL | undefined): Promise<number> {
  const limited = db.select({ one: sql`1` }).from(t).where(condition).limit(maxCount).as("some");
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(limited);
  return row?.n ?? 0;
}

/** 30 seconds before now, so that rows not yet committed are counted too. */
export const arrivalsFrom = () => new Date(Date.now() - 30_000);

const moment = z.iso.datetime();
export function readSince(search: URLSearchParams): Date | null {
  const since = moment.safeParse(search.get("since"));
  return since.success ? new Date(since.data) : null;
}
