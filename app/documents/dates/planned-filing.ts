import { daysAfter, nassauDay } from "~/core/time";

type Planned = { plannedFilingOn: string | null; submittedAt: Date | null };

/**
 * The day on which we plan to file, as YYYY-MM-DD: that of the case, or the service's days after the submission. A
 * draft counts as submitted today.
 */
export const plannedFilingOf = (
  { plannedFilingOn, submittedAt }: Planned,
  service: { filingDays: number | null } | null,
  today = nassauDay(),
): string => plannedFilingOn ?? daysAfter(submittedAt ? nassauDay(submittedAt) : today, service?.filingDays ?? 0);
