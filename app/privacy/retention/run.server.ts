import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseAway, sqlState } from "~/db/failure.server";
import { retentionRuns as runs } from "~/db/schema/privacy/retention";
import { nassauDay } from "~/ground/time";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { forgetFailure, forgetFailuresBefore, keepFailure, reasonOf } from "./failures.server";
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

const batchLock = 4_275_023;

type Run = typeof runs.$inferSelect;
type Due = { id: string; name: string };

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

async function runKind(kind: Kind, run: Run, signal?: AbortSignal): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    signal?.throwIfAborted();
    const batch = await nextBatch(kind, run);
    if (batch.length === 0) return;
    // What comes again was not removed, although nothing failed: without this the run would never end.
    for (const due of batch.filter(({ id }) => seen.has(id)))
      await keepFailure({ kind: kind.kind, ...due }, "It is still there.");
    const fresh = batch.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) await removeBatch(kind, run, fresh);
    // Lets other requests come between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The next that are over, without those that failed in this run. */
async function nextBatch(kind: Kind, { startedAt }: Run): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select d.id, d.name from (${kind.due(sql`now()`)}) d
    where not exists (
      select from retention_failures f
      where f.kind = ${kind.kind} and f.subject = d.id and f.failed_at >= ${startedAt.toISOString()}::timestamptz)
    order by d.id limit ${kind.batch}`);
  return rows;
}

/** All of a batch or, where that fails, each by itself. */
async function removeBatch(kind: Kind, run: Run, batch: readonly Due[]): Promise<void> {
  try {
    await db.transaction((tx) => removeAndCount(tx, kind, run, batch));
  } catch (err) {
    // Not about these rows: the queue tries again.
    if (isDatabaseAway(err) || /^40/.test(sqlState(err) ?? "")) throw err;
    const [only] = batch;
    if (batch.length > 1) for (const one of batch) await removeBatch(kind, run, [one]);
    else if (only) {
      log.error({ err, kind: kind.kind }, "something that was kept long enough could not be removed");
      await keepFailure({ kind: kind.kind, ...only }, reasonOf(err));
    }
  }
}

async function removeAndCount(tx: Transaction, kind: Kind, { night }: Run, batch: readonly Due[]): Promise<void> {
  // One batch at a time, whichever instance it is of: two that overlap would wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(${batchLock})`);
  const ids = batch.map(({ id }) => id);
  const removed = await kind.remove(tx, ids);
  if (removed > 0)
    await tx
      .update(runs)
      .set({
        counts: sql`${runs.counts} || jsonb_build_object(${kind.kind}::text, coalesce((${runs.counts} ->> ${kind.kind})::int, 0) + ${removed}::int)`,
      })
      .where(eq(runs.night, night));
  for (const id of ids) await forgetFailure(tx, kind.kind, id);
}
