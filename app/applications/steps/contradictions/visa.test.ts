import { expect, test } from "vitest";
import { longestStay, visaOf } from "./visa";

test.each([
  ["90 days", "90 days"],
  ["Up to 6 months per visit", "6 months"],
  ["24 hours airside, 48 hours landside", "48 hours"],
  ["90 days in any 180 days", "90 days"],
  ["30 or 60 days", "60 days"],
  ["1 year per permit", "1 year"],
  ["12 months", "12 months"],
  ["For the course, as shown on the I-20", undefined],
  ["As granted at the border, often 30 days", undefined],
  ["Usually 3 months per visit", undefined],
  ["Indefinite", undefined],
  [null, undefined],
])("[F-APPL-3] the longest stay is parsed from the service’s text: %s → %s", (text, longest) => {
  expect(longestStay(text)?.text).toBe(longest);
});

test.each([
  ["Single Entry", null, true],
  ["Single Entry", "Multiple entry, 1 year", false],
  ["Multiple Entry", "Single entry", true],
  ["Multiple Entry", "Standard", false],
  ["Single Entry", "Standard", true],
  [null, null, false],
])("[F-APPL-3] a visa of %s at the price %s is for a single entry: %s", (entryType, tierName, isSingle) => {
  expect(visaOf({ maxStay: null, entryType, tierName })?.isSingleEntry ?? false).toBe(isSingle);
});
