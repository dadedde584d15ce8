import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { log } from "~/log.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { checkBatchedLimits, consumeBatchedLimits } from "./batched.server";

const database = testDatabase();
/** The flushes that are due: each runs when a test says so, in place of a second later. */
const due: (() => Promise<void>)[] = [];
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const later = globalThis.setTimeout;
  // No other timer is touched: the pool of connections has time limits of its own, which must not be over early.
  vi.stubGlobal("setTimeout", (run: () => Promise<void>, ...rest: [number]) => {
    if (run.name !== "flush") return later(run, ...rest);
    due.push(run);
    return { unref: () => undefined };
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const limit = (key: string, max: number, seconds = 60) => ({ key, limit: { max, seconds } });
const consume = (...limits: ReturnType<typeof limit>[]) => consumeBatchedLimits(limits);
const stored = async (key: string) =>
  (await database.query<{ count: number }>("select count from limit_counts where key = $1", [key]))[0]?.count;

async function aSecondLater() {
  const flushes = due.splice(0);
  expect(flushes, "one flush at a time").toHaveLength(1);
  await flushes[0]?.();
}

test("a window allows its number of requests, and the next is told when the window ends", () => {
  expect(consume(limit("window", 2))).toMatchObject({ allowed: true, count: 1, retryAfterSeconds: 0 });
  expect(consume(limit("window", 2))).toMatchObject({ allowed: true, count: 2, retryAfterSeconds: 0 });
  vi.setSystemTime(Date.now() + 20_500);
  for (let index = 0; index < 2; index++)
    expect(consume(limit("window", 2)), "refused ones are not counted").toMatchObject({
      allowed: false,
      count: 3,
      retryAfterSeconds: 40,
    });
  vi.setSystemTime(Date.now() + 39_500);
  expect(consume(limit("window", 2))).toMatchObject({ allowed: true, count: 1, retryAfterSeconds: 0 });
});

test("of several limits the first that is exceeded refuses, and later ones are not consumed", () => {
  const wide = limit("wide", 2);
  expect(consume(limit("narrow", 1), wide)).toMatchObject({ allowed: true, count: 1 });
  expect(consume(limit("narrow", 1), wide)).toMatchObject({ allowed: false, count: 2 });
  expect(consume(wide)).toMatchObject({ allowed: true, count: 2, retryAfterSeconds: 0 });
  expect(consume(wide)).toMatchObject({ allowed: false });
  expect(consume()).toMatchObject({ allowed: true, count: 0, retryAfterSeconds: 0 });
});

test("checking consumes nothing, and refuses once the limit is used up, until the window ends", () => {
  const looked = () => checkBatchedLimits([limit("other", 1), limit("looked", 2)]);
  const allowed = { allowed: true, count: 0, retryAfterSeconds: 0 };
  expect(looked()).toMatchObject(allowed);
  consume(limit("looked", 2));
  expect(looked()).toMatchObject(allowed);
  consume(limit("looked", 2));
  vi.setSystemTime(Date.now() + 20_500);
  expect(looked()).toMatchObject({ allowed: false, count: 2, retryAfterSeconds: 40 });
  vi.setSystemTime(Date.now() + 39_499);
  expect(looked()).toMatchObject({ allowed: false, count: 2, retryAfterSeconds: 1 });
  vi.setSystemTime(Date.now() + 1);
  expect(looked()).toMatchObject(allowed);
});

test("counts are in the database, once, a second later, and include other instances' counts", async () => {
  await database.query("insert into limit_counts values ('shared', now() + interval '30 s', 5)");
  consume(limit("shared", 9));
  consume(limit("shared", 9));
  expect(await stored("shared"), "not before").toBe(5);
  await aSecondLater();
  expect(await stored("shared")).toBe(7);
  expect(consume(limit("shared", 9)).count, "with those of the other instance").toBe(8);
  await aSecondLater();
  expect(await stored("shared")).toBe(8);
  // The window ends when that of the other instance does.
  consume(limit("shared", 9));
  const { retryAfterSeconds } = consume(limit("shared", 9));
  expect(retryAfterSeconds).toBeGreaterThan(20);
  expect(retryAfterSeconds).toBeLessThanOrEqual(30);
});

test("an expired window in the database starts again", async () => {
  await database.query("insert into limit_counts values ('ended', now() - interval '1 s', 5)");
  consume(limit("ended", 9));
  await aSecondLater();
  expect(await stored("ended")).toBe(1);
  const [row] = await database.query<{ rest: number }>(
    "select extract(epoch from window_ends - now())::int as rest from limit_counts where key = 'ended'",
  );
  expect(row?.rest).toBeGreaterThan(50);
  expect(row?.rest).toBeLessThanOrEqual(60);
});

test("counts that can't be stored stay in memory until they can, and the failure is logged", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  await database.query("alter table limit_counts rename to limit_counts_away");
  consume(limit("later", 9));
  await aSecondLater();
  expect(warned.mock.calls[0]).toEqual([{ err: expect.any(Error) }, "the counts of the limits could not be stored"]);
  await database.query("alter table limit_counts_away rename to limit_counts");
  await aSecondLater();
  expect(await stored("later")).toBe(1);
  warned.mockRestore();
});

test("a count above the database's maximum is capped", async () => {
  await database.query("insert into limit_counts values ('huge', now() + interval '30 s', 2147483647)");
  consume(limit("huge", 9));
  await aSecondLater();
  expect(await stored("huge")).toBe(1_000_001);
});

test("at 20,000 keys a new key evicts the oldest, and a known key evicts none", () => {
  consume(limit("oldest", 2));
  for (let index = 1; index < 20_000; index++) consume(limit(`key ${index}`, 2));
  consume(limit("key 7", 2));
  expect(consume(limit("oldest", 2)).count).toBe(2);
  consume(limit("new", 2));
  expect(consume(limit("oldest", 2)).count, "its count is lost").toBe(1);
});
