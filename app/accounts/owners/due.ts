import { calendarDate } from "~/core/time";

/** Records with these statuses are never overdue (K-OWN-6). */
export const doneStatuses: readonly string[] = ["approved", "denied", "withdrawn", "converted", "not_qualified"];

export type Due = {
  /** YYYY-MM-DD. */
  day: string | null;
  /** Such as `Nov 20`, with the year if it is not the current one. */
  label: string;
  /** Days overdue, of an open record; otherwise 0. */
  overdue: number;
};

const dayMs = 86_400_000;

/** `today` in Nassau. */
export function dueOf(day: string | null, status: string, today: string): Due {
  if (day === null) return { day, label: "", overdue: 0 };
  const label = day.slice(0, 4) === today.slice(0, 4) ? calendarDate(day).replace(/, \d{4}$/, "") : calendarDate(day);
  const since = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  return { day, label, overdue: doneStatuses.includes(status) ? 0 : Math.max(0, since) };
}

/** `Overdue by 2 days`, or null. */
export const formatOverdue = ({ overdue }: Due): string | null =>
  overdue === 0 ? null : `Overdue by ${overdue} ${overdue === 1 ? "day" : "days"}`;
