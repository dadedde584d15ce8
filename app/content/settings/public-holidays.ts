/** A day, `2027-01-01`, that isn't a business day; `spans` if the office opens at other hours. */
export type Holiday = { date: string; name: string; spans?: readonly { opens: string; closes: string }[] };

const dayLength = 86_400_000;
const monday = 1;
const friday = 5;

/** Easter Sunday in the Gregorian calendar (Meeus/Jones/Butcher); milliseconds since 1970. */
function easter(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const dayNumber = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(dayNumber / 31) - 1, (dayNumber % 31) + 1);
}

/** The nth such weekday of a month; January is 0. */
function nth(n: number, weekday: number, month: number, year: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (n - 1) * 7) * dayLength;
}

/**
 * The public holidays of the Bahamas (Public Holidays Act), which apply where the setting `holidays` isn't set. One on
 * a Saturday or Sunday is also observed on the next free weekday.
 */
export function publicHolidays(year: number): Holiday[] {
  const sunday = easter(year);
  const days: [string, number][] = [
    ["New Year’s Day", Date.UTC(year, 0, 1)],
    ["Majority Rule Day", Date.UTC(year, 0, 10)],
    ["Good Friday", sunday - 2 * dayLength],
    ["Easter Monday", sunday + dayLength],
    ["Whit Monday", sunday + 50 * dayLength],
    ["Labour Day", nth(1, friday, 5, year)],
    ["Independence Day", Date.UTC(year, 6, 10)],
    ["Emancipation Day", nth(1, monday, 7, year)],
    ["National Heroes’ Day", nth(2, monday, 9, year)],
    ["Christmas Day", Date.UTC(year, 11, 25)],
    ["Boxing Day", Date.UTC(year, 11, 26)],
  ];
  const usedDays = new Set(days.map(([, index]) => index));
  for (const [name, position] of [...days]) {
    if (![0, 6].includes(new Date(position).getUTCDay())) continue;
    let observed = position;
    while (usedDays.has(observed) || [0, 6].includes(new Date(observed).getUTCDay())) observed += dayLength;
    usedDays.add(observed);
    days.push([`${name}, observed`, observed]);
  }
  return days.map(([name, index]) => ({ date: new Date(index).toISOString().slice(0, 10), name }));
}
