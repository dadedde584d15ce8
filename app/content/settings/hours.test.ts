import { describe, expect, test } from "vitest";
import { defaultHours, formatPromise, hoursLines, hoursSentence, promisedBy, readHolidays, readHours } from "./hours";
import { publicHolidays } from "./public-holidays";

const promised = (at: string, ...[holidays, hours]: [holidays?: unknown, hours?: typeof defaultHours]) => {
  const by = promisedBy(new Date(at), hours ?? defaultHours, readHolidays(holidays));
  return by && formatPromise(by);
};

describe("[L-FACT-12] the promised answer by closing time of the next open day", () => {
  test.each([
    ["a Friday", "2026-11-20T15:00:00Z", "Saturday, November 21, 3 pm"],
    ["a Saturday", "2026-11-21T15:00:00Z", "Monday, November 23, 5 pm"],
    ["a Sunday", "2026-11-22T15:00:00Z", "Monday, November 23, 5 pm"],
    ["a Monday", "2026-11-23T15:00:00Z", "Tuesday, November 24, 5 pm"],
    ["the evening of a Monday, Tuesday in Greenwich", "2026-11-24T04:30:00Z", "Tuesday, November 24, 5 pm"],
    ["the day before the clocks change", "2026-10-31T15:00:00Z", "Monday, November 2, 5 pm"],
  ])("a message on %s is answered by the next closing time", (_day, at, text) => {
    expect(promised(at)).toBe(text);
  });

  test("the promise is in Nassau time, in winter and in summer", () => {
    expect(promisedBy(new Date("2026-11-22T15:00:00Z"), defaultHours, [])?.toISOString()).toBe(
      "2026-11-23T22:00:00.000Z",
    );
    expect(promisedBy(new Date("2026-07-05T15:00:00Z"), defaultHours, [])?.toISOString()).toBe(
      "2026-07-06T21:00:00.000Z",
    );
  });

  test("office holidays are skipped", () => {
    const holiday = { date: "2026-11-23", name: "A holiday" };
    expect(promised("2026-11-21T15:00:00Z", [holiday])).toBe("Tuesday, November 24, 5 pm");
    expect(promised("2026-12-24T15:00:00Z", [holiday])).toBe("Friday, December 25, 5 pm");
  });

  test.each([
    ["Christmas and Boxing Day, a Saturday kept on Monday too", "2026-12-24T15:00:00Z", "Tuesday, December 29, 5 pm"],
    ["New Year's Day", "2026-12-31T15:00:00Z", "Saturday, January 2, 3 pm"],
    ["Easter", "2027-03-25T15:00:00Z", "Saturday, March 27, 3 pm"],
    ["Easter Monday", "2027-03-27T15:00:00Z", "Tuesday, March 30, 5 pm"],
    ["Majority Rule Day, a Sunday kept on Monday", "2027-01-09T15:00:00Z", "Tuesday, January 12, 5 pm"],
    ["Emancipation Day", "2027-07-31T15:00:00Z", "Tuesday, August 3, 5 pm"],
  ])("public holidays are skipped if none are set: %s", (_days, at, text) => {
    expect(promised(at, undefined)).toBe(text);
  });

  test("an office that never opens promises nothing", () => {
    expect(promised("2026-11-21T15:00:00Z", [], readHours({}))).toBeNull();
  });
});

describe("[L-FACT-13] the formatted office hours", () => {
  test("the default hours are formatted by groups of days", () => {
    expect(hoursLines(defaultHours).map(({ days, times }) => [days, times])).toEqual([
      ["Monday–Friday", "9 am–5 pm"],
      ["Saturday", "10 am–3 pm"],
      ["Sunday", "Closed"],
    ]);
    expect(hoursSentence(defaultHours)).toBe(
      "open Monday–Friday 9 am–5 pm and Saturday 10 am–3 pm, Nassau time (EST, in summer EDT), and closed on Sunday",
    );
    expect(hoursSentence(readHours({}))).toBe("closed until further notice");
  });

  test("hours with two spans and equal days are grouped", () => {
    const spans = [
      ["08:30", "12:00"],
      ["13:00", "17:00"],
    ];
    const hours = readHours({ monday: spans, tuesday: spans, thursday: [["10:00", "11:00"]] });
    expect(hoursLines(hours).map(({ days, times }) => [days, times])).toEqual([
      ["Monday–Tuesday", "8:30 am–12 pm, 1 pm–5 pm"],
      ["Wednesday", "Closed"],
      ["Thursday", "10 am–11 am"],
      ["Friday–Sunday", "Closed"],
    ]);
  });

  test.each([null, "9-5", [], { monday: [["17:00", "09:00"]] }, { monday: [["9", "17"]] }, { monday: "open" }])(
    "malformed hours fall back to the default: %j",
    (stored) => {
      expect(readHours(stored)).toEqual(defaultHours);
    },
  );

  test("malformed holidays are left out", () => {
    expect(readHolidays([{ date: "2026-02-30" }, "Christmas", { date: "2026-12-25", name: "Christmas" }])).toEqual([
      { date: "2026-12-25", name: "Christmas" },
    ]);
    expect(readHolidays("none")).toBeNull();
  });
});

// As published for these years; Easter is the part that could be wrong.
test.each([
  [2026, ["2026-04-03", "2026-04-06", "2026-05-25", "2026-06-05", "2026-08-03", "2026-10-12"]],
  [2027, ["2027-03-26", "2027-03-29", "2027-05-17", "2027-06-04", "2027-08-02", "2027-10-11"]],
  [2038, ["2038-04-23", "2038-04-26", "2038-06-14", "2038-06-04", "2038-08-02", "2038-10-11"]],
])("[L-FACT-12] the movable holidays of %i are computed", (year, days) => {
  expect(publicHolidays(year).map(({ date }) => date)).toEqual(expect.arrayContaining(days));
});
