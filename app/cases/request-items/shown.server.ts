import { isNull, lte, or, sql } from "drizzle-orm";
import { caseRequestItems } from "~/db/schema/case";

/** Items that the applicant sees by now, after the time for undoing. */
export const isItemShown = or(
  isNull(caseRequestItems.shownFrom),
  lte(caseRequestItems.shownFrom, sql`clock_timestamp()`),
);
