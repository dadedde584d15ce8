import { describe, expect, test } from "vitest";
import { shortPassport } from "./passport-validity";

const today = "2026-11-28";

describe("[F-DESK-17] a passport that expires within six months", () => {
  test.each([
    ["today", { expires: "2027-05-27" }, "May 28, 2027, six months from today."],
    [
      "the end of the trip",
      { expires: "2027-12-31", tripEnd: "2027-07-01" },
      "January 1, 2028, six months after the end",
    ],
    ["the decision", { expires: "2027-07-01", decision: "2027-01-02" }, "July 2, 2027, six months after the dec"],
    [
      "the latest of these days",
      { expires: "2027-01-15", tripEnd: "2027-02-01", decision: "2027-01-02" },
      "August 1, 2027, six",
    ],
    [
      "the end of a short month",
      { expires: "2027-02-27", today: "2026-08-31" },
      "February 28, 2027, six months from today.",
    ],
  ])(
    "a passport that expires too soon after %s is reported with the day until which it should be valid",
    (_, days, expected) => {
      const found = shortPassport({ today, ...days });
      expect(found).toEqual({
        isExpired: false,
        sentence: expect.stringContaining(`It should be valid until ${expected}`),
      });
    },
  );

  test.each([
    [{ expires: "2027-05-28" }],
    [{ expires: "2028-01-01", tripEnd: "2027-07-01" }],
    [{ expires: null, tripEnd: "2027-07-01" }],
    [{ expires: "2020-01-01", today: null }],
  ])("a passport that is valid long enough, or without a date to check, is not reported: %j", (days) =>
    expect(shortPassport({ today, ...days })).toBeUndefined(),
  );

  test("an expired passport is reported with its expiry date", () => {
    expect(shortPassport({ today, expires: "2026-11-27", tripEnd: "2027-07-01" })).toEqual({
      isExpired: true,
      sentence: "The passport expired on November 27, 2026.",
    });
  });
});
