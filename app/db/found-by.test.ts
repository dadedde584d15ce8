import { expect, test } from "vitest";
import { rareIn } from "./found-by.server";

test.each([
  ["marie.rolle@gmail.com", "marie.rolle@"],
  ["marie.rolle@", "marie.rolle@"],
  ["bv26k7qm4txa", "k7qm4txa"],
  ["+1 242 502 1234", " 502 1234"],
  ["(242) 502 1234", " 502 1234"],
  ["+1(242)5021234", "5021234"],
  ["2425021234", "5021234"],
  // Too little would be left to be rare, or nothing is common.
  ["ann@gmail.com", "ann@gmail.com"],
  ["@gmail.com", "@gmail.com"],
  ["bv26k7q", "bv26k7q"],
  ["+1 242 50", "+1 242 50"],
  ["502 1234", "502 1234"],
  ["rolle", "rolle"],
  ["", ""],
])("a search for %j looks up %j in the index", (query, rare) => {
  expect(rareIn(query)).toBe(rare);
});
