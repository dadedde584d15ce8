import { expect, test } from "vitest";
import { mondayOf } from "./week.server";

// November 23, 2026 is a Monday.
test.each([
  ["a Monday", "2026-11-23", "2026-11-23"],
  ["a Saturday", "2026-11-28", "2026-11-23"],
  ["a Sunday", "2026-11-29", "2026-11-23"],
  ["a Sunday of the next month", "2026-03-01", "2026-02-23"],
  ["a Sunday of the next year", "2028-01-02", "2027-12-27"],
])("[C-APPT-13] the week of %s begins on its Monday", (_, day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test("[C-APPT-13] without a day the week is the current one in Nassau, where Sunday ends hours after Greenwich's", () => {
  expect(mondayOf(null, new Date("2026-11-30T04:59:59Z"))).toBe("2026-11-23");
  expect(mondayOf(null, new Date("2026-11-30T05:00:00Z"))).toBe("2026-11-30");
});
