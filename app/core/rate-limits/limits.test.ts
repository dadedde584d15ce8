import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import {
  checkIpLimit,
  consumeIpAndIdentityLimits,
  consumeIpLimit,
  consumeLimit,
  identityLimitKey,
  ipKey,
  ipLimits,
  type RateLimit,
  resetLimits,
} from "./limits.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const hour = 3600;
const three: RateLimit = { max: 3, seconds: hour };
/** What is counted, and the seconds that its window still lasts. */
const rows = () =>
  database.query<{ key: string; count: number; rest: number }>(
    "select key, count, round(extract(epoch from window_ends - now()))::int as rest from limit_counts order by key",
  );
const counts = async () => Object.fromEntries((await rows()).map(({ key, count }) => [key, count]));
/** Moves the end of all windows to so many seconds from now. */
const endsIn = (seconds: number) =>
  database.query("update limit_counts set window_ends = now() + make_interval(secs => $1)", [seconds]);
const count = (key: string, value: number) =>
  database.query(
    "insert into limit_counts (key, count, window_ends) values ($1, $2, now() + interval '1 hour') on conflict (key) do update set count = excluded.count",
    [key, value],
  );
const isAllowed = async (consumed: Promise<{ allowed: boolean }>) => (await consumed).allowed;

test.each([
  ["203.0.113.5", "203.0.113.5", "203.0.113.0/24"],
  ["::ffff:203.0.113.5", "203.0.113.5", "203.0.113.0/24"],
  ["203.0.113.250", "203.0.113.250", "203.0.113.0/24"],
  ["2001:db8:7:1::5", "2001:db8:7:1::/64", "2001:db8:7::/48"],
  ["2001:db8:7:1:ffff:2::9", "2001:db8:7:1::/64", "2001:db8:7::/48"],
  ["2001:0DB8:0007:0001:0:0:0:9", "2001:db8:7:1::/64", "2001:db8:7::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
])("[V-ATK-22] %s is counted as %s, and with ten times the limit as %s", (ip, own, network) => {
  expect(ipKey(ip)).toBe(own);
  expect(ipLimits("start", ip, three)).toEqual([
    { key: `start from ${own}`, limit: three },
    { key: `start from ${network}`, limit: { max: 30, seconds: hour } },
  ]);
});

test("[V-ATK-22] an unknown IP has its own limit and no network", () => {
  expect(ipLimits("start", "unknown", three)).toEqual([{ key: "start from unknown", limit: three }]);
});

describe("a rate limit", () => {
  test("a fixed window starts with the first request, and a refused request is told its remaining time", async () => {
    for (let round = 1; round <= 3; round++)
      expect(await consumeLimit("a", three)).toMatchObject({ allowed: true, count: round, retryAfterSeconds: 0 });
    await endsIn(600);
    expect(await consumeLimit("a", three)).toMatchObject({ allowed: false, count: 4, retryAfterSeconds: 600 });
    expect(await rows()).toEqual([{ key: "a", count: 4, rest: 600 }]);
    await endsIn(1);
    expect(await isAllowed(consumeLimit("a", three))).toBe(false);
    await endsIn(0);
    expect(await consumeLimit("a", three)).toMatchObject({ allowed: true, count: 1 });
    expect(await rows()).toEqual([{ key: "a", count: 1, rest: hour }]);
  });

  test("a sliding window restarts with each request", async () => {
    const sliding = { ...three, sliding: true };
    await consumeLimit("a", sliding);
    await endsIn(600);
    await consumeLimit("a", sliding);
    expect(await rows()).toEqual([{ key: "a", count: 2, rest: hour }]);
  });

  test("concurrent requests are counted exactly", async () => {
    const all = await Promise.all(Array.from({ length: 9 }, () => consumeLimit("a", three)));
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(await counts()).toEqual({ a: 9 });
  });
});

describe.each([
  ["IPv4", "203.0.113.5", "203.0.113.9", "203.0.114.5", "203.0.113.5", "203.0.113.0/24"],
  ["IPv6", "2001:db8:7:1::5", "2001:db8:7:2::5", "2001:db8:8:1::5", "2001:db8:7:1::/64", "2001:db8:7::/48"],
])("the limit of an IP and its network by %s", (_, address, neighbour, elsewhere, own, network) => {
  const consume = (from: string) => isAllowed(consumeIpLimit("start", from, three));

  test("[V-ATK-22] a request refused for its IP doesn't count against the network", async () => {
    for (let round = 0; round < 3; round++) expect(await consume(address)).toBe(true);
    for (let attempt = 0; attempt < 4; attempt++) expect(await consume(address)).toBe(false);
    expect(await counts()).toEqual({ [`start from ${own}`]: 7, [`start from ${network}`]: 3 });
    expect(await consume(neighbour)).toBe(true);
  });

  test("[V-ATK-22] a network has ten times the limit of an IP, and another network its own", async () => {
    await count(`start from ${network}`, 29);
    expect(await consume(address)).toBe(true);
    expect(await consume(address)).toBe(false);
    expect(await consume(neighbour)).toBe(false);
    expect(await consume(elsewhere)).toBe(true);
  });

  test("[V-ATK-4] checking refuses an IP or network that has used up its limit, and consumes nothing", async () => {
    const look = (from: string) => checkIpLimit("start", from, three);
    await count(`start from ${own}`, 2);
    expect(await look(address)).toMatchObject({ allowed: true });
    await count(`start from ${own}`, 3);
    await endsIn(900);
    expect(await look(address)).toMatchObject({ allowed: false, count: 3, retryAfterSeconds: 900 });
    expect(await look(neighbour)).toMatchObject({ allowed: true });
    await count(`start from ${network}`, 30);
    expect(await look(neighbour)).toMatchObject({ allowed: false, count: 30 });
    expect(await look(elsewhere)).toMatchObject({ allowed: true });
    await endsIn(0);
    expect(await look(address)).toMatchObject({ allowed: true });
    expect(await counts()).toEqual({ [`start from ${own}`]: 3, [`start from ${network}`]: 30 });
  });
});

test("[V-ATK-22] an identity's limit is consumed only if the IP's allows it, whatever the letter case", async () => {
  const limits = { address: { max: 2, seconds: hour }, identity: { max: 3, seconds: hour } };
  const consume = (ip: string, identity: string) =>
    isAllowed(consumeIpAndIdentityLimits("start", { address: ip, identity, of: "email" }, limits));
  const key = identityLimitKey("start", "maria@mail.example");
  expect(key).not.toContain("maria");
  for (let round = 0; round < 5; round++) await consume("203.0.113.5", " Maria@Mail.example");
  expect((await counts())[key]).toBe(2);
  expect(await consume("198.51.100.5", "maria@mail.example")).toBe(true);
  expect(await consume("198.51.100.5", "maria@mail.example"), "its fourth").toBe(false);
  expect(await consume("192.0.2.5", "other@mail.example")).toBe(true);
});

test("limits can be reset one by one", async () => {
  await consumeLimit("goes on", three);
  await consumeLimit("forgotten", three);
  expect(Object.keys(await counts())).toEqual(["forgotten", "goes on"]);
  await resetLimits(["forgotten"]);
  expect(Object.keys(await counts())).toEqual(["goes on"]);
});
