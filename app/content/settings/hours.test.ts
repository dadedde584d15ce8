import { describe, expect, test } from "vitest";
import { deliveredHours, hoursLines, hoursSentence, promisedBy, promiseWords, readHolidays, readHours } from "./hours";

const promised = (at: string, holidays: unknown = [], hours = deliveredHours) => {
  const by = promisedBy(new Date(at), hours, readHolidays(holidays));
  return by && promiseWords(by);
};

describe("[L-FACT-12] an answer is promised by the closing time of the next day that is open", () => {
  test.each([
    ["a Friday", "2026-11-20T15:00:00Z", "Saturday, November 21, 3 pm"],
    ["a Saturday", "2026-11-21T15:00:00Z", "Monday, November 23, 5 pm"],
    ["a Sunday", "2026-11-22T15:00:00Z", "Monday, November 23, 5 pm"],
    ["a Monday", "2026-11-23T15:00:00Z", "Tuesday, November 24, 5 pm"],
    ["the evening of a Monday, Tuesday in Greenwich", "2026-11-24T04:30:00Z", "Tuesday, November 24, 5 pm"],
    ["the day before the clocks change", "2026-10-31T15:00:00Z", "Monday, November 2, 5 pm"],
  ])("of %s", (_day, at, words) => {
    expect(promised(at)).toBe(words);
  });

  test("at its time in Nassau, in winter and in summer", () => {
    expect(promisedBy(new Date("2026-11-22T15:00:00Z"), deliveredHours, [])?.toISOString()).toBe(
      "2026-11-23T22:00:00.000Z",
    );
    expect(promisedBy(new Date("2026-07-05T15:00:00Z"), deliveredHours, [])?.toISOString()).toBe(
      "2026-07-06T21:00:00.000Z",
    );
  });

  test("holidays left out, and with hours of their own", () => {
    const closed = { date: "2026-11-23", name: "A holiday", hours: [] };
    expect(promised("2026-11-21T15:00:00Z", [closed])).toBe("Tuesday, November 24, 5 pm");
    expect(promised("2026-11-21T15:00:00Z", [{ ...closed, hours: [["09:00", "12:30"]] }])).toBe(
      "Monday, November 23, 12:30 pm",
    );
  });

  test("of an office that never opens there is none", () => {
    expect(promised("2026-11-21T15:00:00Z", [], readHours({}))).toBeNull();
  });
});

describe("[L-FACT-13] the office hours", () => {
  test("as delivered", () => {
    expect(hoursLines(deliveredHours).map(({ days, times }) => [days, times])).toEqual([
      ["Monday–Friday", "9 am–5 pm"],
      ["Saturday", "10 am–3 pm"],
      ["Sunday", "Closed"],
    ]);
    expect(hoursSentence(deliveredHours)).toBe(
      "open Monday–Friday 9 am–5 pm and Saturday 10 am–3 pm, Nassau time (EST, in summer EDT), and closed on Sunday",
    );
    expect(hoursSentence(readHours({}))).toBe("closed until further notice");
  });

  test("with two spans, and days that are alike", () => {
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
    "of another form are those delivered: %j",
    (stored) => {
      expect(readHours(stored)).toEqual(deliveredHours);
    },
  );

  test("holidays of another form are left out", () => {
    expect(readHolidays([{ date: "2026-02-30" }, "Christmas", { date: "2026-12-25", name: "Christmas" }])).toEqual([
      { date: "2026-12-25", name: "Christmas", spans: [] },
    ]);
    expect(readHolidays("none")).toEqual([]);
  });
});
