/** Adds years and months to a day (YYYY-MM-DD), limited to the month's last day. */
export function later(day: string, { years = 0, months = 0 }: { years?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const count = (year + years) * 12 + (month - 1) + months;
  const [inYear, inMonth] = [Math.floor(count / 12), count % 12];
  // Computed 400 years later, in a month of the same length, because `Date.UTC` takes 90 for 1990.
  const last = new Date(Date.UTC(inYear + 400, inMonth + 1, 0)).getUTCDate();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(inYear).padStart(4, "0")}-${two(inMonth + 1)}-${two(Math.min(date, last))}`;
}

/** Whole years between two days; negative if `until` is earlier. */
export function wholeYears(from: string, until: string): number {
  const years = Number(until.slice(0, 4)) - Number(from.slice(0, 4));
  return until.slice(4) < from.slice(4) ? years - 1 : years;
}
