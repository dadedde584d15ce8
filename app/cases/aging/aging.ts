import { newerNeeded } from "~/applications/required-files/aged-documents";
import { isUndecided } from "~/applications/status/undecided";
import { calendarLongDate, daysAfter } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import type { DocumentCondition } from "~/documents/dates/date-rule";

/** Whether the dates of a case’s documents still matter: once it is filed or decided, they don’t. */
export const isAging = ({ status, filedOn }: { status: ApplicationStatus; filedOn: string | null }): boolean =>
  isUndecided(status) && filedOn === null;

/** Today lists a document that will be too old when it is filed so many days before the day. */
const noticeDays = 14;

/**
 * The first day on which a document is too old, if that is past or near enough to be listed on Today; otherwise null.
 */
export function agingDay(condition: DocumentCondition, today: string): string | null {
  if (condition.state !== "too-old" && condition.state !== "too-old-when-filed") return null;
  const day = daysAfter(condition.until, 1);
  return condition.state === "too-old" || day <= daysAfter(today, noticeDays) ? day : null;
}

/** Why staff ask for a newer one; null if its date is no reason to. */
export function newerReason(condition: DocumentCondition): string | null {
  if (condition.state === "too-old" || condition.state === "too-old-when-filed") return newerNeeded(condition.issuedOn);
  return condition.state === "expires-early"
    ? `A newer one is needed: the one you sent expires on ${calendarLongDate(condition.expiresOn)}.`
    : null;
}
