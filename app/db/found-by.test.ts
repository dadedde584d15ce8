import { expect, test } from "vitest";
import { rareIn } from "./found-by.server";

test.each([
  ["marie.rolle@gmail.com", "marie.rolle@"],
  ["marie.rolle@", "marie.rolle@"],
  ["bv26-k7qm-4txa", "-k7qm-4txa"],
  ["+1 242 502 1234", " 502 1234"],
  ["(242) 502 1234", " 502 1234"],
  ["2425021234", "5021234"],
  // Too little would be left to be rare, or nothing is common.
  ["ann@gmail.com", "ann@gmail.com"],
  ["@gmail.com", "@gmail.com"],
  ["bv26-k7q", "bv26-k7q"],
  ["+1 242 50", "+1 242 50"],
  ["502 1234", "502 1234"],
  ["rolle", "rolle"],
  ["", ""],
])("of %j it looks up %j", (typed, rare) => {
  expect(rareIn(typed)).toBe(rare);
});
