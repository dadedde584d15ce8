import { expect, test } from "vitest";
import { hourlyLimitResponse, identityLimitKey, ipKey, ipLimits } from "./limits.server";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["2001:db8:1::5:6:7:8", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::1:2:3:4:5:6", "0:0:1:2::/64"],
  ["2001:db8::ffff:203.0.113.7", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
  ["unknown", "unknown"],
])("[V-ATK-22] %j is counted under %j: IPv4 by address, IPv6 by /64", (ip, key) => {
  expect(ipKey(ip)).toBe(key);
});

const limit = { max: 3, seconds: 60, sliding: true };

test.each([
  ["203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
  ["203.0.113.255", "203.0.113.255", "203.0.113.0/24"],
  ["::ffff:198.51.100.21", "198.51.100.21", "198.51.100.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::6", "2001:db8:0:0::/64", "2001:db8:0::/48"],
])("[V-ATK-22] %s has its own limit, and its network has ten times that", (ip, own, network) => {
  expect(ipLimits("start", ip, limit)).toEqual([
    { key: `start from ${own}`, limit },
    { key: `start from ${network}`, limit: { max: 30, seconds: 60, sliding: true } },
  ]);
});

test("[V-ATK-22] an unknown IP has one limit and no network limit", () => {
  expect(ipLimits("start", "unknown", limit)).toEqual([{ key: "start from unknown", limit }]);
});

test("all spellings of an identity share one key, which doesn't reveal it", () => {
  const key = identityLimitKey("start", "Ana.Bowe@Example.com ");
  expect(key).toBe(identityLimitKey("start", "ana.bowe@example.com"));
  expect(key).not.toBe(identityLimitKey("resume", "ana.bowe@example.com"));
  expect(key).not.toBe(identityLimitKey("start", "ana.bowe@example.org"));
  expect(key).toMatch(/^start as [\w-]{22}$/);
  expect(key.toLowerCase()).not.toContain("bowe");
});

test("a request over an hourly limit gets 429 with Retry-After of an hour", () => {
  expect(hourlyLimitResponse).toEqual({ status: 429, headers: { "Retry-After": "3600" } });
});
