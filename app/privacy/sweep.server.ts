import { and, eq, inArray, lt, lte, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { emailNotifications } from "~/db/schema/mail";
import { dataCopies, erasureRequests } from "~/db/schema/privacy/rights";
import { apartFolders } from "~/documents/at-rest/apart-folders";
import { removeStored, storedFacts, storedKeys } from "~/documents/storage.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { forgotten } from "~/mail/deliver.server";
import { privateLinks } from "~/mail/links/private-links.server";
import { copyKey } from "./copies/copy-file.server";
import { lastMails, removeLastMails, runErasure, unmarkIfStillPresent } from "./erasure/erase.server";
import { beginErasureList, openErasures } from "./erasure/erasure-list.server";
import { subjectOf } from "./requests/subjects.server";
import { restrictCase } from "./restricted/restrict.server";
import { forgetFailuresBefore, type HourlyKind, reasonOf, recordFailure } from "./retention/failures.server";

const sweep = defineJob({
  name: "privacy.sweep",
  data: z.object({}),
  retry: { retries: 3, firstWait: 60, maxWait: 600 },
  timeout: 900,
  schedule: "5 * * * *",
});

/**
 * Every hour: deletes the bytes of expired copies and last mails that failed for a week, and carries out what is late.
 */
export function registerPrivacySweep(): void {
  registerJob(sweep, () => sweepPrivacy());
}

/** A failure is recorded for the desk and doesn't block others, as in the nightly run. */
export async function sweepPrivacy(): Promise<void> {
  const [lastRun] = z
    .array(z.object({ at: z.coerce.date() }))
    .parse((await db.execute(sql`select clock_timestamp()::text as at`)).rows);
  await each("erasure-list", {}, beginErasureList);
  await endCopies();
  await each("stray-copies", {}, removeStrayCopies);
  await each("last-mails", {}, forgetLastMails);
  await carryOutLate();
  await each("erasure-list", {}, settleErasures);
  if (lastRun) await forgetFailuresBefore(db, lastRun.at, "hour");
}

async function each(kind: HourlyKind, { id = "", name = "" }, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (err) {
    // Not caused by this item, so the queue retries.
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err, kind }, "something that was kept long enough could not be removed");
    await recordFailure({ kind, id, name }, reasonOf(err));
  }
}

async function forgetLastMails(): Promise<void> {
  const week = sql`now() - make_interval(secs => ${privateLinks.erase.lifetime / 1000})`;
  await db
    .update(emailNotifications)
    .set({ ...forgotten, status: "failed", errorMessage: null })
    .where(
      and(
        inArray(emailNotifications.emailType, [...lastMails]),
        inArray(emailNotifications.status, ["pending", "failed"]),
        ne(emailNotifications.recipientEmail, ""),
        lt(emailNotifications.createdAt, week),
      ),
    );
  await removeLastMails();
}

/** Carries out decisions that failed before: because of a legal hold, or because the job had failed too often. */
async function carryOutLate(): Promise<void> {
  const late = await db
    .select()
    .from(erasureRequests)
    .where(
      and(
        inArray(erasureRequests.state, ["erasing", "restricting"]),
        lt(erasureRequests.decidedAt, sql`now() - interval '1 hour'`),
      ),
    );
  for (const request of late) {
    const subject = subjectOf(request);
    await each("late-requests", { id: request.id }, () =>
      request.state === "restricting" ? restrictCase(subject.id) : runErasure(subject),
    );
  }
}

/**
 * Resolves open list entries: an attempt that was killed or lost the database didn't remove its entry, and a restore
 * must not erase what still exists (V-ERASE-7).
 */
async function settleErasures(): Promise<void> {
  for await (const ids of openErasures())
    for (const id of ids) await each("erasure-list", { id }, () => unmarkIfStillPresent(id));
}

/** After 72 hours. The row remains, so that its URL can say what happened. */
async function endCopies(): Promise<void> {
  const over = await db
    .select({ id: dataCopies.id })
    .from(dataCopies)
    .where(and(eq(dataCopies.state, "ready"), lte(dataCopies.offeredUntil, sql`now()`)));
  for (const { id } of over)
    await each("offered-copies", { id }, async () => {
      await removeStored(copyKey(id));
      await db.update(dataCopies).set({ state: "gone", fileKey: null }).where(eq(dataCopies.id, id));
    });
}

const hour = 3_600_000;

/** Removes the remains of aborted attempts. */
async function removeStrayCopies(): Promise<void> {
  for await (const keys of storedKeys(apartFolders.copies)) {
    const rows = await db.select({ id: dataCopies.id }).from(dataCopies).where(sql`state <> 'gone'`);
    const known = new Set(rows.map(({ id }) => copyKey(id)));
    for (const key of keys.filter((candidate) => !known.has(candidate))) {
      const facts = await storedFacts(key);
      if (facts && Date.now() - facts.since.getTime() > hour) await removeStored(key);
    }
  }
}
