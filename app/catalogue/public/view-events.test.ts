import { expect, test } from "vitest";
import { isOverViewLimit, queueView } from "./view-events.server";

const view = { service: crypto.randomUUID(), session: "a-session-of-a-browser" };
const from = (address: string) =>
  queueView(view, { address, origin: "https://lucaya.test", userAgent: "Mozilla/5.0 Firefox/140.0", clientHints: "" });
/** Reports as many views as an IP may report within a minute. */
const report = (address: string) => new Set(Array.from({ length: 120 }, () => from(address)));

test.each([
  ["198.51.100.1", Array.from({ length: 9 }, (_, index) => `198.51.100.${index + 2}`), "198.51.100.99", "198.51.101.1"],
  [
    "2001:db8:9::1",
    Array.from({ length: 9 }, (_, index) => `2001:db8:9:${index + 1}::1`),
    "2001:db8:9:99::1",
    "2001:db8:8::1",
  ],
])(
  "[V-ATK-22] %s can report 120 views a minute, and its network ten times as many",
  (first, others, last, elsewhere) => {
    expect(report(first)).toEqual(new Set(["noted"]));
    expect([from(first), isOverViewLimit(first), isOverViewLimit(last)]).toEqual(["limited", true, false]);
    for (const address of others) expect(report(address)).toEqual(new Set(["noted"]));
    expect([from(last), isOverViewLimit(last)]).toEqual(["limited", true]);
    expect([isOverViewLimit(elsewhere), from(elsewhere)]).toEqual([false, "noted"]);
  },
);
