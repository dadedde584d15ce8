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

/** In Nassau time. */
export const runsAt = "04:15";

const nightly = defineJob({
  name: "privacy.nightly",
  data: z.object({}),
  // After a crash or a lost database connection, a retry continues with the rest.
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
 * Removes expired data once a night, in batches, each a transaction that counts itself, so that a killed run continues
 * where it stopped. Failures are recorded for the desk and don't block others.
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

/** How many are looked up at once, unless a batch is larger. */
const mostLookedUp = 500;

async function runKind(kind: Kind, run: Run, signal?: AbortSignal): Promise<void> {
  let last: Due | undefined;
  for (;;) {
    const page = await nextDue(db, kind, run, last);
    last = page.at(-1);
    if (!last) return;
    for (let index = 0; index < page.length; index += kind.batch) {
      signal?.throwIfAborted();
      await removeBatch(kind, run, page.slice(index, index + kind.batch));
      // Yields to other requests between batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** The SQL type of its keys. */
const typeOf = ({ keyType = "uuid" }: Kind) => sql.raw(keyType);

/**
 * The next due rows after a cursor, by date and key as in an index, so that each is looked up once. Excludes rows that
 * failed in this run.
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

/** Removes a batch at once or, if that fails, one by one. */
async function removeBatch(kind: Kind, run: Run, batch: readonly Due[]): Promise<void> {
  try {
    const left = await db.transaction((tx) => removeAndCount(tx, kind, run, batch));
    for (const row of left) await recordFailure({ kind: kind.kind, ...row }, "It is still there.");
  } catch (err) {
    // If the database is unavailable, the next run does it.
    for (const { id } of batch) await kind.takeBack?.(id).catch(() => undefined);
    // Not caused by these rows, so the queue retries.
    if (isDatabaseUnavailable(err) || /^40/.test(sqlState(err) ?? "")) throw err;
    const [only] = batch;
    if (batch.length > 1) for (const row of batch) await removeBatch(kind, run, [row]);
    else if (only) {
      log.error({ err, kind: kind.kind }, "something that was kept long enough could not be removed");
      await recordFailure({ kind: kind.kind, ...only }, reasonOf(err));
    }
  }
}

/** Returns those that are still due although nothing failed. */
async function removeAndCount(tx: Transaction, kind: Kind, { night }: Run, batch: readonly Due[]): Promise<Due[]> {
  // One batch at a time across instances: overlapping ones could deadlock.
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
