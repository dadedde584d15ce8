import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { type AttemptBackoff, backoffOf, consumeAttempt, secondsUntilAllowed } from "./attempt-backoff.server";
import { ipLimits } from "./limits.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const day = 24 * 3600;
const slowing: AttemptBackoff = { free: 10, maxWait: 900, memory: day };
/** As if the last of so many tries had been so many seconds ago. */
const after = (count: number, secondsAgo: number) =>
  database.query(
    `insert into limit_counts (key, count, window_ends) values ('a', $1, now() + make_interval(secs => $2))
     on conflict (key) do update set count = excluded.count, window_ends = excluded.window_ends`,
    [count, day - secondsAgo],
  );

test("[V-ATK-21] ten tries are free", async () => {
  for (let round = 1; round <= 10; round++) {
    expect(await secondsUntilAllowed("a", slowing)).toBe(0);
    expect(await consumeAttempt("a", slowing)).toEqual({ allowed: true, count: round, retryAfterSeconds: 0 });
  }
});

test("[V-ATK-21] none of ten simultaneous free tries waits, whatever their order", async () => {
  const free = { ...slowing, free: 1000 };
  const all = await Promise.all(
    Array.from({ length: 400 }, async () => [
      await secondsUntilAllowed("a", free),
      (await consumeAttempt("a", free)).allowed,
    ]),
  );
  expect(all.filter(([wait, allowed]) => wait !== 0 || !allowed)).toEqual([]);
});

test.each([
  [11, 2],
  [12, 4],
  [15, 32],
  [19, 512],
  [20, 900],
  [21, 900],
  [1_000_000, 900],
  [2_147_483_647, 900],
])("[V-ATK-21] after try %i the next one waits %i seconds", async (count, wait) => {
  await after(count, 0);
  expect(await secondsUntilAllowed("a", slowing)).toBe(wait);
  await after(count, wait - 1);
  expect(await consumeAttempt("a", slowing)).toEqual({ allowed: false, count: 0, retryAfterSeconds: 1 });
  expect(await database.query("select count from limit_counts"), "it is not counted").toEqual([{ count }]);
  await after(count, wait);
  expect(await secondsUntilAllowed("a", slowing)).toBe(0);
  expect(await consumeAttempt("a", slowing)).toMatchObject({ allowed: true });
});

test("an identity without tries has no wait, and other identities' tries don't count", async () => {
  await after(11, 0);
  expect([await secondsUntilAllowed("a", slowing), await secondsUntilAllowed("b", slowing)]).toEqual([2, 0]);
});

test("[V-ATK-21] tries are forgotten exactly a day after the last one", async () => {
  await after(30, day - 1);
  expect(await consumeAttempt("a", slowing)).toMatchObject({ allowed: true, count: 31 });
  await after(30, day);
  expect(await consumeAttempt("a", slowing)).toMatchObject({ allowed: true, count: 1 });
});

test("[V-ATK-21] of simultaneous tries beyond the free ones, one passes", async () => {
  await after(18, 300);
  const all = await Promise.all(Array.from({ length: 10 }, () => consumeAttempt("a", slowing)));
  expect(all.filter(({ allowed }) => allowed)).toHaveLength(1);
});

test("[V-ATK-22] the backoff of an IP and of its network have separate free tries", () => {
  const limits = ipLimits("sign-in", "2001:db8:7:1::5", { max: 30, seconds: 3600 });
  expect(limits.map((limit) => backoffOf(limit, 300))).toEqual([
    { free: 30, maxWait: 300, memory: 3600 },
    { free: 300, maxWait: 300, memory: 3600 },
  ]);
});
