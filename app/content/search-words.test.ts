import { expect, test } from "vitest";
import { matchesSearch } from "./search-words";

test("every word must stand somewhere, in any case, with or without accents", () => {
  expect(matchesSearch("passport SIX", "Six months", "Your passport")).toBe(true);
  expect(matchesSearch("desir", "Jean-Robert Désir")).toBe(true);
  expect(matchesSearch("passport nine", "Six months", "Your passport")).toBe(false);
  expect(matchesSearch("  ", "anything")).toBe(true);
  expect(matchesSearch("100%", "99%")).toBe(false);
});
