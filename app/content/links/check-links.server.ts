import { and, desc, eq, isNotNull, isNull, ne, not, notInArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { brokenLinks, linkChecks } from "~/db/schema/site/redirects";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { readSite, type SiteRead } from "./read-site.server";

/** Reads all public pages: every night, and when staff ask. */
export const checkLinksJob = defineJob({
  name: "content.check-links",
  data: z.object({ checkId: z.uuid().optional() }),
  retry: { retries: 3, firstWait: 60, maxWait: 600 },
  timeout: 1800,
  schedule: "20 3 * * *",
});

export const registerLinkChecks = () =>
  registerJob(checkLinksJob, ({ checkId }, { signal }) => checkLinks(checkId, signal), giveUp);

/** One whose program was killed is over after this long, in SQL. */
const isUnderWay = and(isNull(linkChecks.endedAt), sql`${linkChecks.askedAt} > now() - interval '1 hour'`);

/** So that of two who ask at once one begins a check. The number is arbitrary. */
const checksLock = 4_275_030;

/** Has the links checked now (O-LINK-2). While they are being checked nothing more is asked for. */
export function checkNow(context: StaffContext) {
  const verb = { input: z.undefined(), lock: checksLock, words: { forbidden: "Your account is not active any more." } };
  return asStaff(context, verb, undefined, async ({ tx, staff, record }) => {
    if ((await tx.$count(linkChecks, isUnderWay)) > 0) return { ok: true };
    const [check] = await tx.insert(linkChecks).values({ askedBy: staff.email }).returning({ id: linkChecks.id });
    if (!check) throw new Error("The check was not stored");
    await enqueue(tx, checkLinksJob, { checkId: check.id });
    await record({ actionType: "links_checked", subjectType: "links" });
    return { ok: true };
  });
}

async function checkLinks(given: string | undefined, signal: AbortSignal): Promise<void> {
  const read = await readSite(signal);
  await db.transaction(async (tx) => {
    for (const { page, address, isPicture, words } of read.broken)
      await tx
        .insert(brokenLinks)
        .values({ page, address, isPicture, words })
        // Since when it is broken stays.
        .onConflictDoUpdate({ target: [brokenLinks.page, brokenLinks.address], set: { isPicture, words } });
    await tx.delete(brokenLinks).where(mended(read));
    const ended = { endedAt: sql`now()`, pages: read.pages.length };
    const [check] = given
      ? await tx.update(linkChecks).set(ended).where(eq(linkChecks.id, given)).returning({ id: linkChecks.id })
      : await tx.insert(linkChecks).values(ended).returning({ id: linkChecks.id });
    if (check)
      await tx
        .delete(linkChecks)
        .where(and(ne(linkChecks.id, check.id), or(isNotNull(linkChecks.endedAt), not(isUnderWay ?? sql`false`))));
  });
}

/** What was found before and not now. Of a page that is there no more there is nothing to mend. */
function mended({ broken, unread }: SiteRead) {
  const still = broken.map(({ page, address }) => sql`(${page}::text, ${address}::text)`);
  return and(
    unread.length > 0 ? notInArray(brokenLinks.page, unread) : undefined,
    still.length > 0
      ? sql`(${brokenLinks.page}, ${brokenLinks.address}) not in (${sql.join(still, sql`, `)})`
      : undefined,
  );
}

async function giveUp({ checkId }: { checkId?: string | undefined }): Promise<void> {
  if (checkId) await db.delete(linkChecks).where(and(eq(linkChecks.id, checkId), isNull(linkChecks.endedAt)));
}

/** The last check, and whether one is under way. */
export async function readChecks() {
  const [last] = await db
    .select({ endedAt: linkChecks.endedAt, pages: linkChecks.pages })
    .from(linkChecks)
    .where(isNotNull(linkChecks.endedAt))
    .orderBy(desc(linkChecks.endedAt))
    .limit(1);
  return { last: last ?? null, isUnderWay: (await db.$count(linkChecks, isUnderWay)) > 0 };
}
