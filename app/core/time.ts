// All formats of times. An instant is shown in Nassau's time on the server and in every browser; a date without a time,
// `2027-08-20`, has no zone and is the same day everywhere (D12).

export const nassauZone = "America/Nassau";

type Instant = Date | string | number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** US English. Formats are cached, because creating one is slow. */
export function formatTime(instant: Instant, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", options);
    formats.set(key, format);
  }
  return format.format(new Date(instant));
}

const date = { year: "numeric", month: "short", day: "numeric" } as const;
const yearless = { month: "short", day: "numeric" } as const;
const month = { year: "numeric", month: "short" } as const;
const weekday = { weekday: "long", month: "long", day: "numeric" } as const;
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const long = { dateStyle: "long" } as const;

const inNassau = (instant: Instant, options: Intl.DateTimeFormatOptions) =>
  formatTime(instant, { ...options, timeZone: nassauZone });

/** `Nov 20, 2026` */
const nassauDate = (instant: Instant) => inNassau(instant, date);

/** `November 20, 2026` */
export const nassauLongDate = (instant: Instant) => inNassau(instant, long);

/** `14:05` */
export const nassauClock = (instant: Instant) => inNassau(instant, clock);

/** `Nov 20, 2026, 14:05` */
export const nassauTime = (instant: Instant) => `${nassauDate(instant)}, ${nassauClock(instant)}`;

/** `November 20, 2026 at 2:05 PM Nassau time`, for readers who may be anywhere: the format of `NassauTime`. */
export const nassauMoment = (instant: Instant) =>
  `${inNassau(instant, { dateStyle: "long", timeStyle: "short" }).replaceAll("\u202f", " ")} Nassau time`;

/** `November 20, 2026, 14:05 (Nassau)`, in records below `utcMoment`. */
export const nassauRecordMoment = (instant: Instant) => `${nassauLongDate(instant)}, ${nassauClock(instant)} (Nassau)`;

/** `November 20, 2026, 18:05 (UTC)` */
export const utcMoment = (instant: Instant) =>
  `${formatTime(instant, { ...long, timeZone: "UTC" })}, ${new Date(instant).toISOString().slice(11, 16)} (UTC)`;

/** For lists, with the year only if it is not the current one: `Nov 20` or `Nov 20, 2025`. */
export const nassauListDate = (instant: Instant) =>
  nassauDay(instant).slice(0, 4) === nassauDay().slice(0, 4) ? inNassau(instant, yearless) : nassauDate(instant);

/** For the near future, with the day only if it is not today: `14:05` or `Nov 21, 14:05`. */
export const nassauSoon = (instant: Instant) =>
  nassauDay(instant) === nassauDay() ? nassauClock(instant) : `${inNassau(instant, yearless)}, ${nassauClock(instant)}`;

/** Today's date in Nassau, or that of an instant: `2026-11-20`. */
export function nassauDay(instant: Instant = new Date()): string {
  const [month, day, year] = inNassau(instant, { year: "numeric", month: "2-digit", day: "2-digit" }).split("/");
  return `${year}-${month}-${day}`;
}

const hour = 3_600_000;

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10);

/** Midnight in Nassau (UTC−4 or −5), in milliseconds since 1970. */
export function nextNassauMidnight(now: number): number {
  const tomorrow = Date.parse(nassauDay(now)) + 24 * hour;
  const summer = tomorrow + 4 * hour;
  return Date.parse(nassauDay(summer)) === tomorrow ? summer : summer + hour;
}

/** Converts a Nassau date `2026-11-23` and time `17:00` to an instant; the first one if the time occurs twice. */
export function nassauInstant(day: string, time: string): Date {
  const summer = new Date(`${day}T${time}:00-04:00`);
  return nassauClock(summer) === time ? summer : new Date(`${day}T${time}:00-05:00`);
}

const onCalendar = (day: string, options: Intl.DateTimeFormatOptions) =>
  formatTime(day, { ...options, timeZone: "UTC" });

/** `Aug 20, 2027` */
export const calendarDate = (day: string) => onCalendar(day, date);

/** `August 20, 2027` */
export const calendarLongDate = (day: string) => onCalendar(day, long);

/** `Aug 2027` */
export const calendarMonth = (day: string) => onCalendar(day, month);

/** `Friday, August 20` */
export const calendarWeekday = (day: string) => onCalendar(day, weekday);

/** Whether the value is an existing date as YYYY-MM-DD: not 2026-02-30. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
