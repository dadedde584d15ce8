import { daysAfter } from "~/core/time";

type Waiting = {
  /** The day of the key date, `2027-03-01`. */
  endsOn: string;
  /** The earliest day on which one may have fallen due: earlier ones were past when the key date was recorded. */
  from: string;
  /** The numbers of days of the reminders of this day that were sent or passed over. */
  had: readonly number[];
};

export type DueReminder = { days: number; passedOver: number[] };

/**
 * Which reminder of a key date is due on a day in Nassau: the latest that fell due since `from`, so that a standstill
 * is followed by one. Those before it are passed over. Null if there is none, or the key date itself is past.
 */
export function dueReminder(
  { endsOn, from, had }: Waiting,
  daysBefore: readonly number[],
  today: string,
): DueReminder | null {
  if (today > endsOn) return null;
  const past = daysBefore.filter((days) => {
    const day = daysAfter(endsOn, -days);
    return day >= from && day <= today;
  });
  const days = Math.min(...past);
  // One with fewer days was about a later day: none before it is caught up.
  if (past.length === 0 || had.some((earlier) => earlier <= days)) return null;
  return { days, passedOver: past.filter((other) => other > days && !had.includes(other)) };
}
