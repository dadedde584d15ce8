import { nassauDay } from "~/core/time";

const daysToDecide = 30;
const day = 86_400_000;

/** Remaining days of thirty, by Nassau's calendar; negative when overdue. */
export const daysLeftOf = (confirmedAt: Date, today = nassauDay()): number =>
  daysToDecide - Math.round((Date.parse(today) - Date.parse(nassauDay(confirmedAt))) / day);

export function formatDaysLeft(left: number): string {
  const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);
  return left < 0 ? `Overdue by ${days(-left)}` : `${days(left)} left`;
}
