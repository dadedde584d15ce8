import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { cachedSteps } from "~/applications/steps/service-steps.server";
import { flushBatchedCounts } from "~/core/rate-limits/batched.server";
import { pool } from "~/db/client.server";
import { rememberDatabaseUrl } from "~/db/database-url.server";
import { startQueue, stopQueue } from "~/jobs/queue.server";
import type { AppServer } from "../app-server";

export type TestDatabase = {
  /** As `AppServer`'s: a `name` makes it a prepared statement. */
  query: AppServer["query"];
  /** The data of queued jobs of a name, oldest first. */
  enqueued: (job: string) => Promise<unknown[]>;
};

/** Ends the pool's connections. The pool then serves the worker's next file, with another database. */
async function closeConnections() {
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of idle) client.release(true);
}

/** Lets tests rewrite the append-only record, but not verbs on the same pool. */
const rewritesRecord = /(delete from|update) admin_activity_log/i;
async function rewriteRecord<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local lucaya.record = 'sweep'");
    const { rows } = await client.query<Row>(text, values);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Gives a test file its own database, as after a first start, used by the verbs that it calls through the app's own
 * pool. Jobs are only enqueued; `work` runs those that the file has registered, which then needs its own process. Call
 * once, at the top of a file.
 */
export function testDatabase({ work = false } = {}): TestDatabase {
  const name = `file_${process.pid}_${Date.now()}`;
  const server = inject("server");
  const asSuperuser = async (text: string) => {
    const client = new pg.Client({ connectionString: server.superuser });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  const productTimeout = pool.options.connectionTimeoutMillis;
  beforeAll(async () => {
    // Fifty transactions at once wait for ten connections, on a busy machine longer than the program's five seconds.
    pool.options.connectionTimeoutMillis = 60_000;
    await asSuperuser(`create database ${name} template fresh strategy file_copy`);
    const own = new URL(server.role);
    own.pathname = `/${name}`;
    rememberDatabaseUrl(own.href);
    // The worker's earlier file may have had services with the same ids and other steps.
    cachedSteps.changed();
    // Scheduled jobs would interfere.
    if (work) await query("delete from pgboss.schedule");
    await startQueue({ work });
  });
  afterAll(async () => {
    if (work) await stopQueue({ timeout: 1000 });
    // Otherwise counts of this file would be stored in the next one's database.
    await flushBatchedCounts();
    await closeConnections();
    pool.options.connectionTimeoutMillis = productTimeout;
    await asSuperuser(`drop database ${name} with (force)`);
  });
  const query: TestDatabase["query"] = async (text, values, name) => {
    if (rewritesRecord.test(text)) return rewriteRecord(text, values);
    return (await (name ? pool.query({ name, text, values: values ?? [] }) : pool.query(text, values))).rows;
  };
  return {
    query,
    enqueued: async (job) =>
      (await query("select data from pgboss.job where name = $1 and state = 'created' order by created_on", [job])).map(
        ({ data }) => data,
      ),
  };
}
