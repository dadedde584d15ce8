import { beforeEach, expect, test } from "vitest";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { slowingOf, takeTurn, waitFor } from "./turns.server";

const database = ownDatabase();
beforeEach(() => database.query("delete from limit_counts"));

/** Every window as it was that many seconds ago: as if they had passed. */
const passed = (seconds: number) =>
  database.query("update limit_counts set window_ends = window_ends - make_interval(secs => $1)", [seconds]);
const slowing = { free: 2, maxWait: 8, memory: 100 };

test("two tries are free; after each further one a wait begins that doubles from two seconds to the longest", async () => {
  for (const count of [1, 2]) {
    expect(await takeTurn("key", slowing)).toEqual({ allowed: true, count, retryAfterSeconds: 0 });
    expect(await waitFor("key", slowing)).toBe(0);
  }
  for (const [at, wait] of [2, 4, 8, 8].entries()) {
    expect(await takeTurn("key", slowing)).toEqual({ allowed: true, count: 3 + at, retryAfterSeconds: 0 });
    expect(await waitFor("key", slowing)).toBe(wait);
    await passed(wait);
    expect(await waitFor("key", slowing)).toBe(0);
  }
});

test("a try that has to wait is told how long, and is not counted", async () => {
  for (let at = 0; at < 4; at++) {
    await passed(10);
    await takeTurn("key", slowing);
  }
  await passed(1);
  for (let at = 0; at < 3; at++)
    expect(await takeTurn("key", slowing)).toEqual({ allowed: false, count: 0, retryAfterSeconds: 3 });
  await passed(3);
  expect(await takeTurn("key", slowing)).toMatchObject({ allowed: true, count: 5 });
});

test("all is forgotten once nothing was tried for the time of the memory", async () => {
  for (let at = 0; at < 3; at++) await takeTurn("key", slowing);
  await passed(99);
  expect(await takeTurn("key", slowing)).toMatchObject({ count: 4 });
  await passed(100);
  expect(await waitFor("key", slowing)).toBe(0);
  expect(await takeTurn("key", slowing)).toMatchObject({ allowed: true, count: 1 });
});

test("who never tried has no wait, and nobody waits for another's tries", async () => {
  for (let at = 0; at < 3; at++) await takeTurn("one", slowing);
  expect([await waitFor("one", slowing), await waitFor("other", slowing)]).toEqual([2, 0]);
});

test("a wait stays the longest one after any number of tries", async () => {
  await database.query("insert into limit_counts values ('key', now() + interval '100 s', 2147483647)");
  expect(await waitFor("key", slowing)).toBe(8);
  await passed(8);
  expect(await takeTurn("key", slowing)).toMatchObject({ allowed: true });
});

test("the limit of an address is as many free tries, remembered for its window", () => {
  expect(slowingOf({ key: "k", limit: { max: 20, seconds: 900 } }, 60)).toEqual({ free: 20, maxWait: 60, memory: 900 });
});
