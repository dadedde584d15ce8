import { nassauDay } from "~/core/time";

const daysToDecide = 30;
const day = 86_400_000;

/** Of the thirty days, by Nassau's calendar; negative once they are over (V-ERASE-2). */
export const daysLeftOf = (confirmedAt: Date, today = nassauDay()): number =>
  daysToDecide - Math.round((Date.parse(today) - Date.parse(nassauDay(confirmedAt))) / day);

export function daysLeftWords(left: number): string {
  const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);
  return left < 0 ? `Overdue by ${days(-left)}` : `${days(left)} left`;
}
