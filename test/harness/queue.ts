import type { AppServer } from "./app-server";
import { until } from "./http-client";

/** pg-boss's channel of notifications, as its own statements name it. */
const channel = "'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)";

/**
 * Makes the workers of a queue look for a job now, as pg-boss does for each that it inserts. Otherwise they look every
 * three seconds for one that was changed by SQL.
 */
export const wake = (program: AppServer, job: string): Promise<unknown> =>
  program.query(`select pg_notify(${channel}, $1)`, [job]);

/** Runs a job now, as its schedule would. */
export async function runJob(program: AppServer, job: string): Promise<void> {
  await program.query("insert into pgboss.job (name, data) values ($1, '{}')", [job]);
  await wake(program, job);
}

/** Waits until the queue has finished all jobs that are due, of `room` or of all; by default mails may be pending. */
export async function queueIsDone(program: AppServer, room = "applications."): Promise<void> {
  const open = `select pg_notify(${channel}, name) from (select distinct name from pgboss.job
    where starts_with(name, $1) and state < 'completed' and start_after <= now()) open`;
  await until(`the queue has nothing left of ${room}`, async () => (await program.query(open, [room])).length === 0);
}

/**
 * Gives back the jobs that a process had which was killed at this moment. The queue does so by itself some 15 seconds
 * after its heartbeat did not come, which `migration-all.test.ts` waits for.
 */
export async function giveBackJobs(program: AppServer, killed: Date): Promise<void> {
  const given = `update pgboss.job set state = 'retry', retry_count = 0, start_after = now()
    where state = 'active' and started_on <= $1 returning name`;
  for (const { name } of await program.query<{ name: string }>(given, [killed])) await wake(program, name);
}
