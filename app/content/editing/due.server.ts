import { and, asc, eq, isNotNull, lte, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { onLostRights } from "~/accounts/admins/lost-rights.server";
import { recordActivity } from "~/core/activity.server";
import { nassauTime } from "~/core/time";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable, isTransient } from "~/db/failure.server";
import { adminUsers } from "~/db/schema/accounts";
import { contentVersions as t } from "~/db/schema/content";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import "./kinds.server";
import { changesOf, subjectOf } from "./content-item.server";
import type { Kind } from "./kind";
import { firstOf, publicationProblems, publishVersion } from "./publish.server";
import { findContent } from "./registry.server";
import { lockContent, syncPublicVersion, type Version } from "./versions.server";

/** Publishes due versions: runs every minute, and is also enqueued for the minute of each scheduled version. */
export const publishDueJob = defineJob({
  name: "content.publish-due",
  data: z.object({}),
  retry: { retries: 5, firstWait: 2, maxWait: 30 },
  timeout: 120,
  retention: 3600,
  schedule: "* * * * *",
});

export function registerContentSchedule(): void {
  registerJob(publishDueJob, publishDue);
  onLostRights(callOffOf);
}

const isDue = and(isNotNull(t.scheduledFor), lte(t.scheduledFor, sql`now()`));

/**
 * Publishes each version whose minute has come. Several instances may run it at once: each version is published once.
 */
export async function publishDue(): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const [due] = await db
      .select()
      .from(t)
      .where(and(isDue, failed.length > 0 ? notInArray(t.id, failed) : undefined))
      .orderBy(asc(t.scheduledFor), asc(t.number))
      .limit(1);
    if (!due) return;
    if (!findContent(due.kind, due.key)) {
      failed.push(due.id);
      continue;
    }
    try {
      await db.transaction((tx) => publishOne(tx, due));
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err;
      log.error({ err, versionId: due.id }, "a version that was due could not be published");
      failed.push(due.id);
      // Still due, so the next run retries it.
      if (isTransient(err)) continue;
      await db.transaction((tx) => giveUp(tx, due, "Something failed on our side."));
    }
  }
}

async function publishOne(tx: Transaction, { id, kind: name, key }: Version): Promise<void> {
  const item = findContent(name, key);
  if (!item) return;
  await lockContent(tx, item);
  const { shown } = await syncPublicVersion(tx, item);
  const [version] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, id), isDue))
    .for("update");
  if (!version) return;
  const why =
    (await notAllowed(tx, item.kind, version)) ??
    firstOf(item.kind, await publicationProblems(tx, item, version.data, shown?.data));
  if (why !== null) return giveUp(tx, version, why);
  await publishVersion(tx, item, version, shown, version.scheduledBy);
  await recordActivity(tx, null, {
    ...{ actionType: "content_published", ...subjectOf(item, version) },
    details: { scheduledBy: version.scheduledBy },
    changes: changesOf(item.kind, shown?.data ?? {}, version.data),
  });
}

/**
 * Why the admin who scheduled a version may not publish it now, or null. Rights are checked at publication, so a
 * deactivated admin's schedules change nothing (F-SAFE-6).
 */
async function notAllowed(tx: Transaction, { may }: Kind, { scheduledBy }: Version): Promise<string | null> {
  if (!scheduledBy) return null;
  const [author] = await tx.select().from(adminUsers).where(eq(adminUsers.email, scheduledBy));
  if (!author?.isActive) return `${scheduledBy}, who scheduled it, is no longer active.`;
  if (may === "super_admin" && author.role !== "super_admin")
    return `${scheduledBy}, who scheduled it, is no longer a super admin.`;
  return null;
}

/** Cancels the schedules of an admin who lost the right to publish, and returns how many there were. */
async function callOffOf(tx: Transaction, email: string): Promise<number> {
  const scheduledByAdmin = and(eq(t.scheduledBy, email), isNotNull(t.scheduledFor));
  let count = 0;
  for (const version of await tx.select().from(t).where(scheduledByAdmin).for("update")) {
    const item = findContent(version.kind, version.key);
    const why = item && (await notAllowed(tx, item.kind, version));
    if (!why) continue;
    await giveUp(tx, version, why);
    count += 1;
  }
  return count;
}

export async function callOffSchedules(tx: Transaction, why: string): Promise<string[]> {
  const all = await tx.select().from(t).where(isNotNull(t.scheduledFor)).orderBy(asc(t.scheduledFor)).for("update");
  for (const version of all) await giveUp(tx, version, why);
  return all.map((version) => {
    const item = findContent(version.kind, version.key);
    const name = item ? subjectOf(item, version).subjectName : `${version.kind}, version ${version.number}`;
    return `${name}, for ${nassauTime(version.scheduledFor ?? 0)}`;
  });
}

/** Keeps the former version public; the editor shows why. */
async function giveUp(tx: Transaction, version: Version, why: string): Promise<void> {
  await tx
    .update(t)
    .set({ scheduledFor: null, scheduledBy: null, notPublished: why.slice(0, 1000) })
    .where(and(eq(t.id, version.id), isNotNull(t.scheduledFor)));
  const item = findContent(version.kind, version.key);
  if (!item) return;
  await recordActivity(tx, null, {
    ...{ actionType: "content_not_published", ...subjectOf(item, version) },
    details: { reason: why.slice(0, 300) },
  });
}
