import { expect, onTestFinished, test, vi } from "vitest";
import { isAlive } from "../../test/harness/app-server";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { db, pool } from "./client.server";
import { isDatabaseUnavailable } from "./failure.server";

// Read before `testDatabase` lets its tests wait longer.
const productTimeout = pool.options.connectionTimeoutMillis;
testDatabase();

const most = Array.from({ length: 10 });

/** All connections that the pool may have, in use. */
const connectAll = () => Promise.all(most.map(() => pool.connect()));

test("a transaction whose begin fails releases its connection", async () => {
  const clients = await connectAll();
  const backends = await Promise.all(
    clients.map(async (client) => Number((await client.query("select pg_backend_pid() as pid")).rows[0].pid)),
  );
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of backends.filter(isAlive)) process.kill(pid, signal);
  };
  onTestFinished(() => signalAll("SIGCONT"));
  // Told to end while they can't listen: they end as soon as they can, whatever they were asked meanwhile.
  signalAll("SIGSTOP");
  signalAll("SIGTERM");
  for (const client of clients) client.release();
  const runTransaction = () => db.transaction((tx) => tx.execute("select 1"));
  const answers = Promise.allSettled([...most, ...most].map(runTransaction));
  await vi.waitFor(() => expect([pool.idleCount, pool.waitingCount]).toEqual([0, 10]), { timeout: 60_000 });
  signalAll("SIGCONT");
  const [refused, later] = [(await answers).slice(0, 10), (await answers).slice(10)];
  for (const outcome of refused) expect(reasonOf(outcome)).toBeDefined();
  // Those that waited meanwhile get a connection each, though perhaps one that is ending.
  for (const outcome of later) expect(`${reasonOf(outcome)}`).not.toContain("timeout");
  const again = await connectAll();
  for (const client of again) client.release(true);
  expect((await runTransaction()).rowCount).toBe(1);
});

/** Why it failed, which is that the database is away. */
function reasonOf(outcome: PromiseSettledResult<unknown>): Error | undefined {
  if (outcome.status === "fulfilled") return undefined;
  expect(isDatabaseUnavailable(outcome.reason)).toBe(true);
  return outcome.reason;
}

test("a caller that waits in vain for a connection is told that the database is unavailable", async () => {
  const clients = await connectAll();
  expect(productTimeout, "milliseconds").toBe(5_000);
  const wait = pool.options.connectionTimeoutMillis;
  pool.options.connectionTimeoutMillis = 50;
  onTestFinished(() => {
    pool.options.connectionTimeoutMillis = wait;
    for (const client of clients) client.release();
  });
  const refused = await db.transaction(async () => {}).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
});
