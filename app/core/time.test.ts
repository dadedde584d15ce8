import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import {
  calendarDate,
  calendarLongDate,
  calendarMonth,
  calendarWeekday,
  formatTime,
  isDay,
  nassauClock,
  nassauDay,
  nassauListDate,
  nassauLongDate,
  nassauMoment,
  nassauRecordMoment,
  nassauSoon,
  nassauTime,
  nextNassauMidnight,
} from "./time";

const now = (instant: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
afterEach(() => vi.useRealTimers());

// Five hours behind Greenwich in winter, four in summer: 04:30 there is half past eleven of the evening before.
const winter = "2026-01-01T04:30:00Z";
const summer = "2026-07-01T04:30:00Z";

test("a timestamp is shown in Nassau's time, whatever the machine's time zone", () => {
  expect([nassauDay(winter), nassauClock(winter)]).toEqual(["2025-12-31", "23:30"]);
  expect([nassauDay(summer), nassauClock(summer)]).toEqual(["2026-07-01", "00:30"]);
  expect(nassauLongDate(winter)).toBe("December 31, 2025");
  expect(nassauTime("2026-11-02T19:05:00Z")).toBe("Nov 2, 2026, 14:05");
  expect(nassauMoment("2026-11-02T19:05:00Z")).toBe("November 2, 2026 at 2:05 PM Nassau time");
  expect(nassauRecordMoment("2026-11-02T19:05:00Z")).toBe("November 2, 2026, 14:05 (Nassau)");
});

test("a timestamp can be a Date, an ISO text or milliseconds, and formats don't share a cache entry", () => {
  const instant = new Date("2026-11-02T19:05:00Z");
  expect([nassauTime(instant), nassauTime(instant.getTime())]).toEqual(["Nov 2, 2026, 14:05", "Nov 2, 2026, 14:05"]);
  const inZone = (timeZone: string) => formatTime(instant, { hour: "2-digit", hourCycle: "h23", timeZone });
  expect([inZone("UTC"), inZone("America/Nassau"), inZone("UTC")]).toEqual(["19", "14", "19"]);
});

test("a list shows the year only if it is not the current year in Nassau", () => {
  now("2026-01-01T04:30:00Z");
  expect(nassauListDate("2025-03-09T12:00:00Z")).toBe("Mar 9");
  expect(nassauListDate("2026-01-01T05:00:00Z")).toBe("Jan 1, 2026");
  now("2026-01-01T05:00:00Z");
  expect(nassauListDate("2025-03-09T12:00:00Z")).toBe("Mar 9, 2025");
  expect(nassauListDate("2026-01-01T05:00:00Z")).toBe("Jan 1");
});

test("an upcoming time shows its day only if that is not today in Nassau", () => {
  now("2026-11-21T03:00:00Z");
  expect(nassauDay()).toBe("2026-11-20");
  expect(nassauSoon("2026-11-21T04:59:00Z")).toBe("23:59");
  expect(nassauSoon("2026-11-21T05:00:00Z")).toBe("Nov 21, 00:00");
});

test.each([
  ["in winter", "2026-01-15T12:00:00Z", "2026-01-16T05:00:00Z"],
  ["in summer", "2026-07-15T12:00:00Z", "2026-07-16T04:00:00Z"],
  ["late in the evening", "2026-01-16T04:59:59Z", "2026-01-16T05:00:00Z"],
  ["at midnight itself", "2026-01-16T05:00:00Z", "2026-01-17T05:00:00Z"],
  ["on the eve of the day on which summer time begins", "2026-03-08T03:00:00Z", "2026-03-08T05:00:00Z"],
  ["on the day on which summer time begins", "2026-03-08T12:00:00Z", "2026-03-09T04:00:00Z"],
  ["on the day on which it ends", "2026-11-01T12:00:00Z", "2026-11-02T05:00:00Z"],
  ["on the last day of a year", "2026-12-31T12:00:00Z", "2027-01-01T05:00:00Z"],
])("the next day begins at midnight in Nassau: %s", (_, at, midnight) => {
  expect(new Date(nextNassauMidnight(Date.parse(at))).toISOString()).toBe(new Date(midnight).toISOString());
});

test("[W-STORE-28] a date without a time is the same day in every time zone", () => {
  expect(calendarDate("2027-08-20")).toBe("Aug 20, 2027");
  expect(calendarLongDate("2027-08-01")).toBe("August 1, 2027");
  expect(calendarMonth("2027-08-01")).toBe("Aug 2027");
  expect(calendarWeekday("2027-08-20")).toBe("Friday, August 20");
});

test("[S-LOOK-5] instants become days only by this file, or in Nassau's zone", () => {
  const ways = [
    /toLocale(Date|Time)String\(|Intl\.DateTimeFormat\([^)]|\bformatTime\(/,
    /\b(at|At|now\(\))\}?\)?::date\b|to_char\((?!.* at time zone )/,
    /(At|created_at|updated_at|submitted_at)\b[^,;]*\.(toISOString\(\)\.)?slice\(0, 10\)/,
    /new Date\((Date\.now\(\))?\)\.toISOString\(\)\.slice\(0, 10\)/,
  ];
  // `dates.ts` names the months, not those of instants.
  const own =
    /^app\/core\/(time|zones\/wall-time)\.ts$|^app\/form-engine\/typed\/dates\.ts$|^app\/ui\/nassau-time\.tsx$|\.test\.tsx?$/;
  const found = globSync("app/**/*.{ts,tsx}")
    .filter((file) => !own.test(file))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => ways.some((way) => way.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test.each(["0001-01-01", "2024-02-29", "2000-02-29", "2026-12-31", "9999-12-31"])("%s is a valid day", (day) => {
  expect(isDay(day)).toBe(true);
});

test.each([
  "0000-01-01",
  "2026-02-29",
  "1900-02-29",
  "2026-02-30",
  "2026-04-31",
  "2026-00-10",
  "2026-13-01",
  "2026-01-00",
  "2026-01-32",
  "2026-1-01",
  "26-01-01",
  "2026-01-01T00:00",
  "x2026-01-01",
  "2026-01-01\n",
  "",
  20260101,
  null,
  undefined,
  ["2026-01-01"],
])("%j is not a valid day", (value) => {
  expect(isDay(value)).toBe(false);
});
