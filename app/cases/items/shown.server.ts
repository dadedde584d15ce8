import { isNull, lte, or, sql } from "drizzle-orm";
import { caseRequestItems } from "~/db/schema/case";

/** Those that the applicant sees by now (K-UNDO-3). */
export const isItemShown = or(
  isNull(caseRequestItems.shownFrom),
  lte(caseRequestItems.shownFrom, sql`clock_timestamp()`),
);
