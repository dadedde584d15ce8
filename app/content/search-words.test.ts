import { expect, test } from "vitest";
import { matchesSearch } from "./search-words";

test("every word has to be found, ignoring case and accents", () => {
  expect(matchesSearch("passport SIX", "Six months", "Your passport")).toBe(true);
  expect(matchesSearch("desir", "Jean-Robert Désir")).toBe(true);
  expect(matchesSearch("passport nine", "Six months", "Your passport")).toBe(false);
  expect(matchesSearch("  ", "anything")).toBe(true);
  expect(matchesSearch("100%", "99%")).toBe(false);
});

test("different or missing hyphens, dashes and apostrophes still match", () => {
  for (const search of ["evisa", "e-visa", "e\u2011visa", "E visa", "ds160", "b1b2", "don\u2019t"])
    expect(matchesSearch(search, "The e-visa, the DS-160 and the B1/B2: don't wait"), search).toBe(true);
  expect(matchesSearch("-", "no such sign")).toBe(false);
});
