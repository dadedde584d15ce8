import { asc } from "drizzle-orm";
import { db } from "~/db/client.server";
import { brokenLinks as t } from "~/db/schema/site/redirects";

/** Links and pictures that failed in the last check, the oldest first. */
export async function listBroken({ limit, offset }: { limit: number; offset: number }) {
  const [count, rows] = await Promise.all([
    db.$count(t),
    db.select().from(t).orderBy(asc(t.since), asc(t.page), asc(t.address)).limit(limit).offset(offset),
  ]);
  return { count, rows };
}
