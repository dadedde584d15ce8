import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { type ListFilters, listed } from "./list.server";

/**
 * What has come in since a moment, under a list's filters. A page keeps what there was when it was read, and tells the
 * difference: a row that was being written meanwhile is then counted as well.
 */
export type Arrivals = { since: string; started: number; submitted: number };

/** More than this is told as this. */
const most = 1000;

export async function countArrivals(filters: Pick<ListFilters, "q" | "status">, since: Date): Promise<Arrivals> {
  const [started, submitted] = await Promise.all([
    count(and(listed(filters), gt(t.createdAt, since))),
    count(and(listed(filters), gt(t.submittedAt, since), lte(t.createdAt, since))),
  ]);
  return { since: since.toISOString(), started, submitted };
}

async function count(condition: SQL | undefined): Promise<number> {
  const some = db.select({ one: sql`1` }).from(t).where(condition).limit(most).as("some");
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(some);
  return row?.n ?? 0;
}

/** The beginning of what a page that is read now will be told of: a little earlier, for what is not yet committed. */
export const arrivalsFrom = () => new Date(Date.now() - 30_000);

const moment = z.iso.datetime();
export function readSince(search: URLSearchParams): Date | null {
  const given = moment.safeParse(search.get("since"));
  return given.success ? new Date(given.data) : null;
}
