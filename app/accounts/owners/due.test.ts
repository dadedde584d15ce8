import { describe, expect, test } from "vitest";
import { doneStatuses, dueOf, formatOverdue } from "./due";

const today = "2026-11-23";
const words = (day: string | null, status = "under_review") => formatOverdue(dueOf(day, status, today));

describe("[K-OWN-6] an overdue day", () => {
  test("an overdue day is labelled with the number of days, across months and daylight saving changes", () => {
    expect(words("2026-11-22")).toBe("Overdue by 1 day");
    expect(words("2026-11-21")).toBe("Overdue by 2 days");
    expect(words("2026-10-31")).toBe("Overdue by 23 days");
  });

  test("today, a later day, no day and a finished record have no overdue label", () => {
    for (const day of [today, "2026-11-24", null]) expect(words(day)).toBeNull();
    expect([...doneStatuses].sort()).toEqual(["approved", "converted", "denied", "not_qualified", "withdrawn"]);
    for (const status of doneStatuses) expect(words("2026-11-01", status), status).toBeNull();
  });
});

test("a list omits the year of a due day in the current year", () => {
  const label = (day: string) => dueOf(day, "submitted", today).label;
  expect([label("2026-12-01"), label("2027-01-02")]).toEqual(["Dec 1", "Jan 2, 2027"]);
});
