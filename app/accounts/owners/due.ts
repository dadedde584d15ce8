import { calendarDate } from "~/core/time";

/** With these a record is done: no day of it is overdue (K-OWN-6). */
export const doneStatuses: readonly string[] = ["approved", "denied", "withdrawn", "converted", "not_qualified"];

export type Due = {
  /** The due day in force, YYYY-MM-DD; null without one. */
  day: string | null;
  /** It in words, such as `Nov 20`; the year stands there when it is not this one. */
  label: string;
  /** Days since it, of a record that is not done; 0 while it is not over. */
  overdue: number;
};

const dayMs = 86_400_000;

/** The due day of a record on a day of Nassau's calendar. */
export function dueOf(day: string | null, status: string, today: string): Due {
  if (day === null) return { day, label: "", overdue: 0 };
  const label = day.slice(0, 4) === today.slice(0, 4) ? calendarDate(day).replace(/, \d{4}$/, "") : calendarDate(day);
  const since = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  return { day, label, overdue: doneStatuses.includes(status) ? 0 : Math.max(0, since) };
}

/** `Overdue by 2 days`; null while it is not. */
export const overdueWords = ({ overdue }: Due): string | null =>
  overdue === 0 ? null : `Overdue by ${overdue} ${overdue === 1 ? "day" : "days"}`;
