import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { checkIpLimit, consumeIpAndIdentityLimits, consumeIpLimit, consumeLimit, resetLimits } from "./limits.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

/** Every window as it was that many seconds ago: as if they had passed. */
const passed = (seconds: number) =>
  database.query("update limit_counts set window_ends = window_ends - make_interval(secs => $1)", [seconds]);
const counts = async () =>
  Object.fromEntries(
    (await database.query<{ key: string; count: number }>("select key, count from limit_counts")).map(
      ({ key, count }) => [key, count],
    ),
  );
const twice = { max: 2, seconds: 60 };
const consumeTimes = async (times: number, consume: () => Promise<{ allowed: boolean }>) => {
  const allowed: boolean[] = [];
  for (let index = 0; index < times; index++) allowed.push((await consume()).allowed);
  return allowed;
};

describe("a limit of two a minute", () => {
  test("two requests are allowed and a third is refused until a minute after the first", async () => {
    expect(await consumeLimit("key", twice)).toMatchObject({ allowed: true, count: 1, retryAfterSeconds: 0 });
    await passed(20);
    expect(await consumeLimit("key", twice)).toMatchObject({ allowed: true, count: 2, retryAfterSeconds: 0 });
    expect(await consumeLimit("key", twice)).toMatchObject({ allowed: false, count: 3, retryAfterSeconds: 40 });
    await passed(40);
    expect(await consumeLimit("key", twice)).toMatchObject({ allowed: true, count: 1, retryAfterSeconds: 0 });
    await consumeLimit("key", twice);
    expect(await consumeLimit("key", twice)).toMatchObject({ allowed: false, count: 3, retryAfterSeconds: 60 });
  });

  test("a sliding limit restarts its minute with each request, even refused ones", async () => {
    const sliding = { ...twice, sliding: true };
    for (const count of [1, 2]) {
      expect(await consumeLimit("key", sliding)).toMatchObject({ allowed: true, count });
      await passed(50);
    }
    expect(await consumeLimit("key", sliding)).toMatchObject({ allowed: false, count: 3, retryAfterSeconds: 60 });
  });

  test("each key has its own limit", async () => {
    expect(await consumeTimes(3, () => consumeLimit("one", twice))).toEqual([true, true, false]);
    expect(await consumeTimes(1, () => consumeLimit("other", twice))).toEqual([true]);
  });

  test("a limit consumed in a transaction that is rolled back is not consumed", async () => {
    const back = db.transaction(async (tx) => {
      expect(await consumeLimit("key", twice, tx)).toMatchObject({ count: 1 });
      throw new Error("rolled back");
    });
    await expect(back).rejects.toThrow("rolled back");
    expect(await counts()).toEqual({});
  });

  test("a count at the database's maximum still refuses", async () => {
    await database.query("insert into limit_counts values ('key', now() + interval '1 minute', 2147483647)");
    expect(await consumeLimit("key", twice)).toMatchObject({ allowed: false });
  });
});

describe("[V-ATK-22] IPs of one network", () => {
  test("IPv4 addresses share a limit ten times as wide by /24", async () => {
    const from = (host: number) => consumeIpLimit("start", `203.0.113.${host}`, { max: 1, seconds: 60 });
    for (let host = 1; host <= 10; host++) expect(await from(host)).toMatchObject({ allowed: true });
    expect(await from(11)).toMatchObject({ allowed: false, count: 11 });
    expect(await consumeIpLimit("start", "203.0.114.11", { max: 1, seconds: 60 })).toMatchObject({ allowed: true });
  });

  test("IPv6 addresses share a limit ten times as wide by /48, and a /64 has that of one IP", async () => {
    const from = (net: string) => consumeIpLimit("start", `2001:db8:${net}`, { max: 1, seconds: 60 });
    expect(await from("1:1::1")).toMatchObject({ allowed: true });
    expect(await from("1:1:ffff::2"), "the same household").toMatchObject({ allowed: false, count: 2 });
    for (let home = 2; home <= 10; home++) expect(await from(`1:${home}::1`)).toMatchObject({ allowed: true });
    expect(await from("1:11::1"), "another household of it").toMatchObject({ allowed: false, count: 11 });
    expect(await from("2:11::1"), "another customer").toMatchObject({ allowed: true });
  });

  test("requests refused for one IP don't consume the network's limit", async () => {
    const from = () => consumeIpLimit("start", "203.0.113.1", twice);
    expect(await consumeTimes(5, from)).toEqual([true, true, false, false, false]);
    expect(await counts()).toEqual({ "start from 203.0.113.1": 5, "start from 203.0.113.0/24": 2 });
  });
});

describe("[V-ATK-4] checking an IP's limit", () => {
  const look = (kind = "start") => checkIpLimit(kind, "203.0.113.1", twice);
  const allowed = { allowed: true, count: 0, retryAfterSeconds: 0 };

  test("checking consumes nothing, and refuses from the last allowed request until the window ends", async () => {
    expect(await look()).toMatchObject(allowed);
    expect(await counts()).toEqual({});
    await consumeIpLimit("start", "203.0.113.1", twice);
    expect(await look()).toMatchObject(allowed);
    await consumeIpLimit("start", "203.0.113.1", twice);
    await passed(20);
    expect(await look()).toMatchObject({ allowed: false, count: 2, retryAfterSeconds: 40 });
    expect(await look("resume"), "another kind of write").toMatchObject(allowed);
    await passed(40);
    expect(await look()).toMatchObject(allowed);
  });

  test("checking refuses for the network's limit too", async () => {
    await database.query("insert into limit_counts values ('start from 203.0.113.0/24', now() + interval '9 s', 19)");
    expect(await look()).toMatchObject(allowed);
    await database.query("update limit_counts set count = 20");
    expect(await look()).toMatchObject({ allowed: false, count: 20, retryAfterSeconds: 9 });
  });
});

describe("the combined limits of an IP and an identity", () => {
  const limits = { address: { max: 3, seconds: 60 }, identity: { max: 2, seconds: 600 } };
  const consume = (ip: string, identity: string) =>
    consumeIpAndIdentityLimits("start", { address: ip, identity, of: "email" }, limits);

  test("[F-LIMIT-1] an identity over its limit is refused from any IP, and the result says whose limit it was", async () => {
    for (const host of [1, 2])
      expect(await consume(`203.0.113.${host}`, "a@example.com")).toMatchObject({ allowed: true });
    expect(await consume("198.51.100.1", "A@Example.com")).toEqual({
      allowed: false,
      count: 3,
      retryAfterSeconds: 600,
      of: "email",
    });
    expect(await consume("198.51.100.1", "b@example.com")).toMatchObject({ allowed: true });
  });

  test("an IP over its limit is refused for any identity, without consuming the identity's limit", async () => {
    for (const identity of ["a", "b", "c"])
      expect(await consume("203.0.113.1", identity)).toMatchObject({ allowed: true });
    for (let index = 0; index < 5; index++)
      expect(await consume("203.0.113.1", "d")).toMatchObject({
        allowed: false,
        retryAfterSeconds: 60,
        of: "connection",
      });
    expect(await consumeTimes(3, () => consume("198.51.100.1", "d"))).toEqual([true, true, false]);
  });

  test("both limits are consumed in the caller's transaction", async () => {
    const source = { address: "203.0.113.1", identity: "a", of: "email" } as const;
    await db
      .transaction(async (tx) => {
        await consumeIpAndIdentityLimits("start", source, limits, tx);
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    expect(await counts()).toEqual({});
  });
});

test("a reset deletes only the named keys", async () => {
  for (const key of ["a", "b", "c"]) await consumeLimit(key, twice);
  await resetLimits(["a", "c"]);
  expect(await counts()).toEqual({ b: 1 });
});
