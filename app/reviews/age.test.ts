import { expect, test } from "vitest";
import { reviewAge } from "./age";

const today = "2025-10-11";
const before = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

test.each([
  [0, "Today"],
  [1, "1 day ago"],
  [29, "29 days ago"],
  [30, "1 month ago"],
  [60, "2 months ago"],
  [364, "12 months ago"],
  [365, "1 year ago"],
  [730, "2 years ago"],
])("the age of a review of %i days is formatted as %s", (days, text) => {
  expect(reviewAge(before(days), today)).toBe(text);
});
