import { expect, test } from "vitest";
import { defaultHours } from "~/content/settings/hours";
import { nassauInstant } from "~/core/time";
import { oddTimeQuestion } from "./odd-time";

const now = new Date("2026-12-01T15:00:00Z");
const questionFor = (day: string, time: string, minutes = 30, instant = now) =>
  oddTimeQuestion(nassauInstant(day, time), minutes, { hours: defaultHours, holidays: null }, instant);
const right = " Is the time right?";

test.each([
  ["2026-12-07", "09:00", 30],
  ["2026-12-07", "16:30", 30],
  ["2026-12-05", "14:00", 60],
  ["2026-12-02", "10:00", 30],
  ["2027-12-01", "10:00", 15],
])("[F-DESK-4] an appointment on %s at %s of %i minutes is not asked about", (day, time, minutes) => {
  expect(questionFor(day, time, minutes)).toBeNull();
});

test.each([
  [
    "before the office opens",
    "2026-12-07",
    "08:59",
    30,
    "On Monday, December 7, the office is open 9 am–5 pm in Nassau.",
  ],
  [
    "that ends after it closes",
    "2026-12-07",
    "16:31",
    30,
    "On Monday, December 7, the office is open 9 am–5 pm in Nassau.",
  ],
  ["past midnight", "2026-12-07", "23:50", 30, "On Monday, December 7, the office is open 9 am–5 pm in Nassau."],
  ["on a Sunday", "2026-12-06", "10:00", 30, "The office is closed on Sunday, December 6."],
  [
    "on a holiday",
    "2026-12-25",
    "10:00",
    30,
    "The office is closed on Friday, December 25, a holiday (Christmas Day).",
  ],
  ["today", "2026-12-01", "15:00", 30, "The appointment begins in less than 12 hours."],
  ["in more than a year", "2027-12-02", "10:00", 30, "The appointment is more than a year ahead."],
])("[F-DESK-4] an appointment %s is asked about", (_when, day, time, minutes, question) => {
  expect(questionFor(day, time, minutes)).toBe(question + right);
});

test("[F-DESK-4] an appointment that is unusual in two ways is asked about once, with both reasons", () => {
  expect(questionFor("2026-12-01", "20:00")).toBe(
    `On Tuesday, December 1, the office is open 9 am–5 pm in Nassau. The appointment begins in less than 12 hours.${right}`,
  );
});

test("[F-DESK-4] the configured office hours and holidays decide what is unusual", () => {
  const hours = { ...defaultHours, Sunday: [{ opens: "10:00", closes: "12:00" }] };
  const holidays = [{ date: "2026-12-07", name: "", spans: [{ opens: "09:00", closes: "12:00" }] }];
  const questionOn = (day: string, time: string) =>
    oddTimeQuestion(nassauInstant(day, time), 30, { hours, holidays }, now);
  expect(questionOn("2026-12-06", "10:30")).toBeNull();
  expect(questionOn("2026-12-07", "10:30")).toBeNull();
  expect(questionOn("2026-12-07", "13:00")).toBe(
    `On Monday, December 7, a holiday, the office is open 9 am–12 pm in Nassau.${right}`,
  );
});
