import { and, desc, eq, isNotNull, isNull, ne, not, notInArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { locks } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { brokenLinks, linkChecks } from "~/db/schema/site/redirects";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { readSite, type SiteRead } from "./read-site.server";

/** Checks all public pages: every night, and when staff request it. */
export const checkLinksJob = defineJob({
  name: "content.check-links",
  data: z.object({ checkId: z.uuid().optional() }),
  retry: { retries: 3, firstWait: 60, maxWait: 600 },
  timeout: 1800,
  schedule: "20 3 * * *",
});

export const registerLinkChecks = () =>
  registerJob(checkLinksJob, ({ checkId }, { signal }) => checkLinks(checkId, signal), giveUp);

/** SQL: a check that reported no progress for this long was abandoned. */
const isUnderWay = and(
  isNull(linkChecks.endedAt),
  isNull(linkChecks.failedAt),
  sql`${linkChecks.askedAt} > now() - interval '1 hour'`,
);

/** Progress is stored after this many URLs. */
const reportEvery = 10;

/** Starts a check of the links; does nothing while one is running. */
export function checkNow(context: StaffContext) {
  // The lock lets only one of two simultaneous requests start a check.
  const verb = {
    input: z.undefined(),
    lock: locks.linkChecks,
    messages: { forbidden: "Your account is no longer active." },
  };
  return asStaff(context, verb, undefined, async ({ tx, staff, record }) => {
    if ((await tx.$count(linkChecks, isUnderWay)) > 0) return { ok: true };
    const [check] = await tx.insert(linkChecks).values({ askedBy: staff.email }).returning({ id: linkChecks.id });
    if (!check) throw new Error("The check was not stored");
    await enqueue(tx, checkLinksJob, { checkId: check.id });
    await record({ actionType: "links_checked", subjectType: "links" });
    return { ok: true };
  });
}

async function checkLinks(requestedId: string | undefined, signal: AbortSignal): Promise<void> {
  const checkId = requestedId ?? (await nightlyCheck());
  await startOver(checkId);
  const read = await readSite(signal, async (done, total) => {
    if (done % reportEvery === 0) await reportProgress(checkId, done, total);
  }).catch(async (error: unknown) => {
    // The job will be retried from the start. The original error is rethrown, so one here is ignored.
    await startOver(checkId).catch(() => undefined);
    throw error;
  });
  await db.transaction(async (tx) => {
    for (const { page, address, isPicture, words } of read.broken)
      await tx
        .insert(brokenLinks)
        .values({ page, address, isPicture, words })
        // Keep `since`: the link was broken before.
        .onConflictDoUpdate({ target: [brokenLinks.page, brokenLinks.address], set: { isPicture, words } });
    await tx.delete(brokenLinks).where(mended(read));
    const finished = { endedAt: sql`now()`, failedAt: null, pages: read.pages.length };
    const [check] = await tx
      .update(linkChecks)
      .set(finished)
      .where(eq(linkChecks.id, checkId))
      .returning({ id: linkChecks.id });
    if (check)
      await tx
        .delete(linkChecks)
        .where(and(ne(linkChecks.id, check.id), or(isNotNull(linkChecks.endedAt), not(isUnderWay ?? sql`false`))));
  });
}

/** Several pages are read concurrently, so the later of two figures may be written first. */
const reportProgress = (checkId: string, done: number, total: number) =>
  db
    .update(linkChecks)
    .set({ done: sql`greatest(${linkChecks.done}, ${done})`, total: sql`greatest(${linkChecks.total}, ${total})` })
    .where(eq(linkChecks.id, checkId));

const startOver = (checkId: string) =>
  db.update(linkChecks).set({ done: 0, total: null }).where(eq(linkChecks.id, checkId));

/** The row of the nightly check; a retry continues it. */
async function nightlyCheck(): Promise<string> {
  const isNightly = and(isUnderWay, isNull(linkChecks.askedBy));
  const [nightly] = await db.select({ id: linkChecks.id }).from(linkChecks).where(isNightly).limit(1);
  const [check] = nightly ? [nightly] : await db.insert(linkChecks).values({}).returning({ id: linkChecks.id });
  if (!check) throw new Error("The check was not stored");
  return check.id;
}

/** What was broken before and isn't now. A deleted page has nothing to fix. */
function mended({ broken, unread }: SiteRead) {
  const stillBroken = broken.map(({ page, address }) => sql`(${page}::text, ${address}::text)`);
  return and(
    unread.length > 0 ? notInArray(brokenLinks.page, unread) : undefined,
    stillBroken.length > 0
      ? sql`(${brokenLinks.page}, ${brokenLinks.address}) not in (${sql.join(stillBroken, sql`, `)})`
      : undefined,
  );
}

async function giveUp({ checkId }: { checkId?: string | undefined }): Promise<void> {
  const condition = checkId ? eq(linkChecks.id, checkId) : isNull(linkChecks.askedBy);
  await db
    .update(linkChecks)
    .set({ failedAt: sql`now()` })
    .where(and(condition, isNull(linkChecks.endedAt), isNull(linkChecks.failedAt)));
}

/** Progress of a check: `total` is null before it has begun. */
export type CheckProgress = { done: number; total: number | null };

/** Returns the last completed check, the running one, and whether the newest was aborted. */
export async function readChecks(): Promise<{
  last: { endedAt: Date | null; pages: number | null } | null;
  current: CheckProgress | null;
  hasFailed: boolean;
}> {
  const [last] = await db
    .select({ endedAt: linkChecks.endedAt, pages: linkChecks.pages })
    .from(linkChecks)
    .where(isNotNull(linkChecks.endedAt))
    .orderBy(desc(linkChecks.endedAt))
    .limit(1);
  const [newest] = await db
    .select({
      done: linkChecks.done,
      total: linkChecks.total,
      endedAt: linkChecks.endedAt,
      isUnderWay: sql<boolean>`${isUnderWay}`,
    })
    .from(linkChecks)
    .orderBy(desc(isUnderWay ?? sql`false`), desc(linkChecks.askedAt))
    .limit(1);
  const current = newest?.isUnderWay ? { done: newest.done, total: newest.total } : null;
  return { last: last ?? null, current, hasFailed: newest !== undefined && !current && newest.endedAt === null };
}
