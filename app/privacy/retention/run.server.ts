import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { nassauDay } from "~/core/time";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { retentionRuns as runs } from "~/db/schema/privacy/retention";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { forgetFailures, forgetFailuresBefore, reasonOf, recordFailure } from "./failures.server";
import type { Kind } from "./kind";
import { kinds } from "./kinds.server";

/** In Nassau. */
export const runsAt = "04:15";

const nightly = defineJob({
  name: "privacy.nightly",
  data: z.object({}),
  // After a crash or a lost database connection it goes on with what is left.
  retry: { retries: 100, firstWait: 1, maxWait: 600 },
  timeout: 6 * 3600,
  schedule: "15 4 * * *",
});

/** Registers the nightly run; call before the queue starts. */
export function registerRetention(): void {
  registerJob(nightly, (_, { signal }) => runNight(nassauDay(), kinds, signal));
}

type Run = typeof runs.$inferSelect;
type Due = { id: string; name: string; dated: string };

/**
 * Removes what is over, once a night (V-RET-11): in batches, each of which is one transaction that counts itself, so
 * that a run that was killed goes on from there. What fails is kept for the desk and holds up no other.
 */
export async function runNight(night = nassauDay(), all: readonly Kind[] = kinds, signal?: AbortSignal): Promise<void> {
  await db.insert(runs).values({ night }).onConflictDoNothing();
  const [run] = await db.select().from(runs).where(eq(runs.night, night));
  if (!run || run.finishedAt) return;
  for (const kind of all) await runKind(kind, run, signal);
  await db.transaction(async (tx) => {
    await forgetFailuresBefore(tx, run.startedAt, "night");
    await tx.update(runs).set({ finishedAt: sql`now()` }).where(eq(runs.night, night));
  });
  log.info({ night }, "what was kept long enough was removed");
}

/** As many are looked up at once, or one batch. */
const mostLookedUp = 500;

async function runKind(kind: Kind, run: Run, signal?: AbortSignal): Promise<void> {
  let last: Due | undefined;
  for (;;) {
    const page = await nextDue(db, kind, run, last);
    last = page.at(-1);
    if (!last) return;
    for (let at = 0; at < page.length; at += kind.batch) {
      signal?.throwIfAborted();
      await removeBatch(kind, run, page.slice(at, at + kind.batch));
      // Lets other requests come between two batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** The type of its keys, as the database writes it. */
const typeOf = ({ keyType = "uuid" }: Kind) => sql.raw(keyType);

/**
 * The next that are over after one of them, by date and key as an index has them: whatever there is, each is looked up
 * once. Without those that failed in this run.
 */
export async function nextDue(from: Queryable, kind: Kind, { startedAt }: Pick<Run, "startedAt">, last?: Due) {
  const after = last ? sql`and (d.dated, d.id) > (${last.dated}::timestamptz, ${last.id}::${typeOf(kind)})` : sql``;
  const { rows } = await from.execute<Due>(sql`
    select d.id::text as id, d.name, d.dated::text as dated from (${kind.due(sql`now()`)}) d
    where not exists (
      select from retention_failures f
      where f.kind = ${kind.kind} and f.subject = d.id::text and f.failed_at >= ${startedAt.toISOString()}::timestamptz)
      ${after}
    order by d.dated, d.id limit ${Math.max(kind.batch, mostLookedUp)}`);
  return rows;
}

/** All of a batch or, where that fails, each by itself. */
async function removeBatch(kind: Kind, run: Run, batch: readonly Due[]): Promise<void> {
  try {
    const left = await db.transaction((tx) => removeAndCount(tx, kind, run, batch));
    for (const one of left) await recordFailure({ kind: kind.kind, ...one }, "It is still there.");
  } catch (err) {
    // With the database away the next try does it.
    for (const { id } of batch) await kind.takeBack?.(id).catch(() => undefined);
    // Not about these rows: the queue tries again.
    if (isDatabaseUnavailable(err) || /^40/.test(sqlState(err) ?? "")) throw err;
    const [only] = batch;
    if (batch.length > 1) for (const one of batch) await removeBatch(kind, run, [one]);
    else if (only) {
      log.error({ err, kind: kind.kind }, "something that was kept long enough could not be removed");
      await recordFailure({ kind: kind.kind, ...only }, reasonOf(err));
    }
  }
}

/** Those that are over still, although nothing failed. */
async function removeAndCount(tx: Transaction, kind: Kind, { night }: Run, batch: readonly Due[]): Promise<Due[]> {
  // One batch at a time, whichever instance it is of: two that overlap would wait for each other.
  await takeLock(tx, locks.retentionBatch);
  const ids = batch.map(({ id }) => id);
  const removed = await kind.remove(tx, ids);
  if (removed > 0)
    await tx
      .update(runs)
      .set({
        counts: sql`${runs.counts} || jsonb_build_object(${kind.kind}::text, coalesce((${runs.counts} ->> ${kind.kind})::int, 0) + ${removed}::int)`,
      })
      .where(eq(runs.night, night));
  await forgetFailures(tx, kind.kind, ids);
  if (removed >= ids.length) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.id::text as id from (${kind.due(sql`now()`)}) d where d.id = any(${sql.param(ids)}::${typeOf(kind)}[])`);
  const left = new Set(rows.map(({ id }) => id));
  return batch.filter(({ id }) => left.has(id));
}
