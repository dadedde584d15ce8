import { expect, test } from "vitest";
import { plannedFilingOf } from "./planned-filing";

// Still December 31 in Nassau.
const submittedAt = new Date("2026-01-01T03:00:00Z");

test.each([
  ["the day that staff planned", { plannedFilingOn: "2026-03-04", submittedAt }, 10, "2026-03-04"],
  ["the service's days after the submission in Nassau", { plannedFilingOn: null, submittedAt }, 10, "2026-01-10"],
  ["the day of submission itself", { plannedFilingOn: null, submittedAt }, 0, "2025-12-31"],
  ["for a draft the service's days from today", { plannedFilingOn: null, submittedAt: null }, 60, "2026-04-30"],
])("[U-AGE-7] the planned filing day is %s", (_, application, filingDays, planned) => {
  expect(plannedFilingOf(application, { filingDays }, "2026-03-01")).toBe(planned);
});
