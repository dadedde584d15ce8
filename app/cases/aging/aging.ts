import { daysAfter } from "~/core/time";
import type { DocumentCondition } from "~/documents/dates/date-rule";

/** Today lists a document that will be too old when it is filed so many days before the day. */
const noticeDays = 14;

/** The first day on which a document is too old, if that is past or near enough to be listed on Today; otherwise null. */
export function agingDay(condition: DocumentCondition, today: string): string | null {
  if (condition.state !== "too-old" && condition.state !== "too-old-when-filed") return null;
  const day = daysAfter(condition.until, 1);
  return condition.state === "too-old" || day <= daysAfter(today, noticeDays) ? day : null;
}
