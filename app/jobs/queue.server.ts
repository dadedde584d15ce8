import { sql } from "drizzle-orm";
import { fromDrizzle, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import { z } from "zod";
import { nassauZone } from "~/core/time";
import { db, type Transaction, tcpKeepAlive } from "~/db/client.server";
import { databaseUrl } from "~/db/database-url.server";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";
import type { Job } from "./job";
import { type Registered, registered } from "./registry.server";

/** Milliseconds between log lines: while the database is away every worker reports an error every second. */
const minInterval = 10_000;
let loggedAt = Number.NEGATIVE_INFINITY;

const known = z.object({ code: z.string().optional(), message: z.string().optional(), queue: z.string().optional() });

/**
 * Logs an error of pg-boss, which may be a plain object and no Error. With a code (SQLSTATE or the network's) the
 * message is left out, since PostgreSQL's messages repeat values (A-FAIL-8).
 */
function logQueueError(error: unknown): void {
  const now = performance.now();
  if (now - loggedAt < minInterval) return;
  loggedAt = now;
  const { code, message, queue } = known.safeParse(error).data ?? {};
  log.error({ code, queue, message: code === undefined ? message : undefined }, "the job queue met an error");
}

const queue = singleton<{ boss?: Promise<PgBoss> | undefined }>("job queue", () => ({}));

/** The dead letter queue of a job with `giveUp`. */
const deadLetterName = (name: string) => `${name}.given-up`;

/**
 * Creates pg-boss's tables (schema `pgboss`, under its own advisory lock, so that two instances may start at once) and
 * a queue for each registered job, and starts working. Rejects if the database can't be reached; once started it
 * survives outages: jobs wait in the database, and the workers continue afterwards. With `work: false` it only
 * enqueues, over the process's own pool, into existing queues.
 */
export async function startQueue({ work = true } = {}): Promise<void> {
  queue.boss ??= start(work);
  try {
    await queue.boss;
  } catch (error) {
    queue.boss = undefined;
    throw error;
  }
}

/**
 * Stops taking jobs and waits for running ones, at most `timeout` milliseconds (at least a second in pg-boss);
 * unfinished ones will run again. With `graceful: false` it does not wait.
 */
export async function stopQueue({ graceful = true, timeout = 10_000 } = {}): Promise<void> {
  const starting = queue.boss;
  queue.boss = undefined;
  const boss = await starting?.catch(() => undefined);
  await boss?.stop({ graceful, timeout });
}

/**
 * Enqueues in the caller's transaction: the job exists only if that commits. Throws before `startQueue` and for a job
 * without a handler. Of the due jobs, the one with the highest `priority` runs first; by default 0.
 */
export async function enqueue<Data extends object>(
  tx: Transaction,
  job: Job<Data>,
  data: Data,
  options: { startAfter?: Date; priority?: number } = {},
): Promise<void> {
  const boss = await queue.boss;
  if (!boss) throw new Error(`The job ${job.name} was enqueued before the queue was started`);
  await boss.send(job.name, data, { ...options, db: fromDrizzle(tx, sql) });
}

/**
 * Starts all waiting retries now, with a fresh count: the cause may have been corrected. pg-boss has no call for that.
 */
export async function repeatNow(name: string): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = now(), retry_count = 0 where name = ${name} and state = 'retry'`,
  );
}

/** For a restore; starts no workers. */
export async function createQueueTables(): Promise<void> {
  const options = { connectionString: databaseUrl(), schema, supervise: false, schedule: false };
  const boss = new PgBoss(options);
  boss.on("error", logQueueError);
  await boss.start();
  await boss.stop({ graceful: false });
}

async function start(work: boolean): Promise<PgBoss> {
  const boss = new PgBoss(work ? working() : enqueuing);
  boss.on("error", logQueueError);
  boss.on("warning", ({ message }) => log.warn({ message }, "the job queue warns"));
  try {
    await boss.start();
    if (!work) return boss;
    for (const entry of registered.values()) await prepare(boss, entry);
    for (const entry of registered.values()) await serve(boss, entry);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return boss;
}

const schema = "pgboss";
const enqueuing = { db: fromDrizzle(db, sql), schema, migrate: false, supervise: false, schedule: false };

function working() {
  return {
    connectionString: databaseUrl(),
    application_name: "lucaya jobs",
    schema,
    max: 3,
    connectionTimeoutMillis: 5_000,
    // Not in pg-boss's types, but passed on to pg.
    ...tcpKeepAlive,
    // New jobs are notified at once; polling finds those that fall due without an insert.
    useListenNotify: true,
    // How soon the jobs of a killed process are noticed.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    // How often finished jobs past their retention are deleted: their data contain emails.
    maintenanceIntervalSeconds: 600,
  };
}

/** Creates a job's queue as this release declares it, and its dead letter queue. */
async function prepare(boss: PgBoss, { job, giveUp }: Registered) {
  const { name, retry, timeout, schedule, retention = 7 * 24 * 3600 } = job;
  if (giveUp)
    await ensureQueue(boss, { name: deadLetterName(name), ...queueOptions({ ...patientRetry, timeout: 60 }) });
  const own = { ...queueOptions({ ...retry, timeout }), deleteAfterSeconds: retention };
  await ensureQueue(boss, { name, ...own, ...(giveUp ? { deadLetter: deadLetterName(name) } : {}) });
  if (schedule) await boss.schedule(name, schedule, {}, { tz: nassauZone });
  else await boss.unschedule(name);
}

async function serve(boss: PgBoss, { job, giveUp }: Registered) {
  const { name, concurrency = 1 } = job;
  // `notify` wakes the workers; retries fall due without one, so polling finds them.
  const pace = { includeMetadata: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 3 } as const;
  const work = async ([run]: JobWithMetadata[]) => {
    if (!run) return;
    const attempt = run.retryCount + 1;
    const last = run.retryCount >= run.retryLimit;
    try {
      // Looked up at each run, so that a handler reloaded in development is used.
      await registered.get(name)?.run(run.data, { attempt, last, signal: run.signal });
    } catch (err) {
      log.warn({ err, job: name, jobId: run.id, attempt, last }, "a job failed");
      // The queue stores the error for days, and a query's error repeats its values: the log has the rest.
      throw new Error(err instanceof Error ? err.constructor.name : typeof err);
    }
  };
  for (let i = 0; i < concurrency; i++) {
    const worker: { id?: string } = {};
    worker.id = await boss.work(name, pace, async (jobs) => {
      // Jobs that arrive meanwhile would wait for polling: a hundred mails for minutes.
      const lookAgain = () => worker.id && boss.notifyWorker(worker.id);
      await work(jobs as JobWithMetadata[]).finally(lookAgain);
    });
  }
  if (!giveUp) return;
  await boss.work(deadLetterName(name), pace, async ([run]: JobWithMetadata[]) => {
    if (run) await registered.get(name)?.giveUp?.(run.data);
  });
}

/** For results that must be stored in the end, such as a failed mail: about two days of tries. */
const patientRetry = { retries: 50, firstWait: 5, maxWait: 3600 };

function queueOptions({ retries, firstWait, maxWait, timeout }: Registered["job"]["retry"] & { timeout: number }) {
  return {
    retryLimit: retries,
    retryBackoff: true,
    retryDelay: firstWait,
    retryDelayMax: maxWait,
    expireInSeconds: timeout,
    // Without a worker's heartbeat for this long, the jobs of a killed process run again.
    heartbeatSeconds: 15,
    notify: true,
  };
}

async function ensureQueue(boss: PgBoss, { name, ...options }: Queue) {
  await boss.createQueue(name, options);
  await boss.updateQueue(name, { ...options, deadLetter: options.deadLetter ?? null });
}
