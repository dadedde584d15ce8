import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clockChanges,
  instantOf,
  isClock,
  isSameWall,
  isZone,
  momentIn,
  timeZoneOptions,
  wallTimeAt,
} from "./wall-time";

describe.each(["America/New_York", "America/Nassau"])("[C-APPT-6] %s", (zone) => {
  test.each([
    ["2027-03-13", "02:30", "2027-03-13T07:30:00.000Z"],
    ["2027-03-14", "01:59", "2027-03-14T06:59:00.000Z"],
    ["2027-03-14", "03:00", "2027-03-14T07:00:00.000Z"],
    ["2027-03-15", "02:30", "2027-03-15T06:30:00.000Z"],
    ["2026-10-31", "01:30", "2026-10-31T05:30:00.000Z"],
    ["2026-11-01", "02:00", "2026-11-01T07:00:00.000Z"],
    ["2026-11-02", "01:30", "2026-11-02T06:30:00.000Z"],
    ["9999-12-31", "23:59", "+010000-01-01T04:59:00.000Z"],
  ])("the local time %s %s is converted to its UTC time", (day, time, instant) => {
    expect(instantOf({ day, time }, zone)?.toISOString()).toBe(instant);
    expect(wallTimeAt(instant, zone)).toEqual({ day, time });
  });

  test("a time skipped by daylight saving is refused, and of a repeated one the first is taken", () => {
    expect(instantOf({ day: "2027-03-14", time: "02:00" }, zone)).toBeNull();
    expect(instantOf({ day: "2027-03-14", time: "02:59" }, zone)).toBeNull();
    expect(instantOf({ day: "2026-11-01", time: "01:30" }, zone)?.toISOString()).toBe("2026-11-01T05:30:00.000Z");
  });

  test("the zone changes its clocks twice a year", () => {
    expect(clockChanges(new Date("2026-11-24T15:30:00Z"), zone, 200)).toEqual([
      { at: new Date("2026-11-01T06:00:00Z"), from: -240, to: -300 },
      { at: new Date("2027-03-14T07:00:00Z"), from: -300, to: -240 },
    ]);
  });
});

test("every minute of every listed zone converts to local time and back", () => {
  const minutes = fc.integer({ min: Date.parse("2024-01-01") / 60_000, max: Date.parse("2034-01-01") / 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...timeZoneOptions), minutes, (zone, index) => {
      const wall = wallTimeAt(new Date(index * 60_000), zone);
      const instant = instantOf(wall, zone);
      expect(instant && wallTimeAt(instant, zone)).toEqual(wall);
      expect(instant?.getTime()).toBeLessThanOrEqual(index * 60_000);
    }),
  );
});

test("an invalid zone, time or day is refused", () => {
  expect(["America/Nassau", "UTC", "Mars/Base", "", "+05:00", "-05:00"].map(isZone)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect(["09:05", "23:59", "24:00", "9:05", "09:60", "09:05:00"].map(isClock)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect(instantOf({ day: "2026-02-30", time: "10:00" }, "America/Nassau")).toBeNull();
});

test("a time is formatted with its zone", () => {
  const at = "2026-11-24T15:30:00Z";
  expect(momentIn(at, "America/Nassau")).toBe("Tuesday, November 24, 2026 at 10:30 AM Nassau time");
  expect(momentIn(at, "Europe/London")).toBe("Tuesday, November 24, 2026 at 3:30 PM London time");
  expect(momentIn(at, "America/Argentina/Buenos_Aires")).toMatch(/12:30 PM Buenos Aires time$/);
  expect(momentIn(at, "UTC")).toMatch(/3:30 PM UTC$/);
  expect(isSameWall(at, "America/Nassau", "America/New_York")).toBe(true);
  expect(isSameWall(at, "America/Nassau", "Europe/London")).toBe(false);
});
