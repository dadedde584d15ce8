import type { AppServer } from "./app-server";
import { until } from "./http-client";

/** pg-boss's notification channel, as in its own statements. */
const channel = "'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)";

/**
 * Makes a queue's workers poll now, as pg-boss does for each insert. Otherwise they notice a job changed by SQL within
 * three seconds.
 */
export const wake = (app: AppServer, job: string): Promise<unknown> =>
  app.query(`select pg_notify(${channel}, $1)`, [job]);

/** Runs a job now, as its schedule would. */
export async function runJob(app: AppServer, job: string): Promise<void> {
  await app.query("insert into pgboss.job (name, data) values ($1, '{}')", [job]);
  await wake(app, job);
}

/** Waits until the queue has finished all due jobs of `room` or of all; by default mails may be pending. */
export async function queueIsDone(app: AppServer, room = "applications."): Promise<void> {
  const open = `select pg_notify(${channel}, name) from (select distinct name from pgboss.job
    where starts_with(name, $1) and state < 'completed' and start_after <= now()) open`;
  await until(`the queue has nothing left of ${room}`, async () => (await app.query(open, [room])).length === 0);
}

/**
 * Requeues the jobs of a process killed at this moment. The queue does so itself 15 seconds after a missed heartbeat,
 * which `migration-killed.test.ts` waits for.
 */
export async function giveBackJobs(app: AppServer, killed: Date): Promise<void> {
  const statement = `update pgboss.job set state = 'retry', retry_count = 0, start_after = now()
    where state = 'active' and started_on <= $1 returning name`;
  for (const { name } of await app.query<{ name: string }>(statement, [killed])) await wake(app, name);
}
