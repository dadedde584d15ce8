import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { recordActivity } from "~/core/activity.server";
import { refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { visaApplications } from "~/db/schema/applications";
import { type MigrationFailure, migrationRuns as runs } from "~/db/schema/migration-runs";
import { defineJob, type JobRun } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { migrateBatch } from "./batch.server";

/** Applications per transaction, whose rows are locked until it ends. */
const batchSize = 100;
/** Failed applications that a run names; it counts all. */
const namedFailures = 200;

const migrateAll = defineJob({
  name: "applications.migrate-all",
  data: z.object({ runId: z.uuid() }),
  // After a crash or a lost database connection the run continues at its cursor.
  retry: { retries: 100, firstWait: 1, maxWait: 60 },
  timeout: 6 * 3600,
});

/**
 * Migrates all current applications: run, job and activity in one transaction. One run at a time; either role (D25).
 */
export function startMigration(context: StaffContext) {
  const verb = {
    input: z.undefined(),
    failed: "the migration of all applications could not be started",
    rethrowsUnavailable: true,
    messages: { failed: "Migration failed. Check console for details." },
  };
  return asStaff(context, verb, undefined, async ({ tx, staff, record }) => {
    const total = await tx.$count(visaApplications);
    const [run] = await tx
      .insert(runs)
      .values({ adminId: staff.adminId, adminEmail: staff.email, total })
      .onConflictDoNothing()
      .returning({ id: runs.id });
    if (!run) return refuse("conflict", "Migration failed: another migration of all applications is running");
    await record({
      actionType: "migration_started",
      subjectType: "migration",
      subjectId: run.id,
      details: { total },
    });
    await enqueue(tx, migrateAll, { runId: run.id });
    return { ok: true };
  });
}

const shown = {
  id: runs.id,
  state: runs.state,
  total: runs.total,
  done: runs.done,
  successful: runs.successful,
  failed: runs.failed,
};

/** The latest run without its failures, because the page polls it. Null before the first one. */
export async function readProgress() {
  const [run] = await db.select(shown).from(runs).orderBy(desc(runs.startedAt)).limit(1);
  return run ?? null;
}

/** The latest run with its failures; null before the first one. */
export async function readLatestRun() {
  const more = {
    adminEmail: runs.adminEmail,
    startedAt: runs.startedAt,
    finishedAt: runs.finishedAt,
    failures: runs.failures,
  };
  const [run] = await db
    .select({ ...shown, ...more })
    .from(runs)
    .orderBy(desc(runs.startedAt))
    .limit(1);
  return run ? { ...run, startedBy: (await nameAll(db, [run.adminEmail]))(run.adminEmail) ?? "" } : null;
}
export type LatestRun = NonNullable<Awaited<ReturnType<typeof readLatestRun>>>;

export function registerMigration(): void {
  registerJob(migrateAll, ({ runId }, run) => work(runId, run), breakOff);
}

/** Runs batches until none is left. The queue retries transient errors; any other one ends the run. */
async function work(runId: string, { signal }: Pick<JobRun, "signal">) {
  try {
    while (await migrateNext(runId)) {
      signal.throwIfAborted();
      // Lets the event loop answer other requests between two batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    if (signal.aborted || isDatabaseUnavailable(error) || /^40/.test(sqlState(error) ?? "")) throw error;
    log.error({ err: error, runId }, "the migration of all applications broke off");
    await breakOff({ runId });
  }
}

/** Batch and cursor in one transaction; false if none is left. The row lock excludes a second worker. */
async function migrateNext(runId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
    if (run?.state !== "running") return false;
    const batch = await tx
      .select({
        id: visaApplications.id,
        number: visaApplications.applicationNumber,
        metadata: visaApplications.metadata,
      })
      .from(visaApplications)
      .where(
        and(
          lte(visaApplications.createdAt, run.startedAt),
          run.cursor ? gt(visaApplications.id, run.cursor) : undefined,
        ),
      )
      .orderBy(asc(visaApplications.id))
      .limit(batchSize)
      .for("no key update");
    const last = batch.at(-1);
    if (!last) {
      await finish(tx, run);
      return false;
    }
    const failures = await migrateBatch(tx, batch);
    const named = batch.flatMap(({ id, number }): MigrationFailure[] => {
      const messages = failures.get(id);
      return messages ? [{ id, number, messages }] : [];
    });
    const room = namedFailures - run.failures.length;
    await tx
      .update(runs)
      .set({
        cursor: last.id,
        done: run.done + batch.length,
        failed: run.failed + named.length,
        successful: run.successful + batch.length - named.length,
        ...(room > 0 && named.length > 0 ? { failures: [...run.failures, ...named.slice(0, room)] } : {}),
      })
      .where(eq(runs.id, runId));
    return true;
  });
}

/** Applications that were deleted meanwhile no longer count. */
async function finish(tx: Transaction, { id, done, successful, failed }: typeof runs.$inferSelect) {
  await tx.update(runs).set({ state: "done", total: done, finishedAt: sql`now()` }).where(eq(runs.id, id));
  await recordActivity(tx, null, {
    actionType: "migration_finished",
    subjectType: "migration",
    subjectId: id,
    details: { total: done, successful, failed },
  });
}

/** Ends the run; what was migrated stays. Also called when the queue has given up. */
async function breakOff({ runId }: { runId: string }) {
  await db.transaction(async (tx) => {
    const [run] = await tx
      .update(runs)
      .set({ state: "broken_off", finishedAt: sql`now()` })
      .where(and(eq(runs.id, runId), eq(runs.state, "running")))
      .returning();
    if (!run) return;
    await recordActivity(tx, null, {
      actionType: "migration_broke_off",
      subjectType: "migration",
      subjectId: runId,
      details: { total: run.total, done: run.done, successful: run.successful, failed: run.failed },
    });
  });
}
