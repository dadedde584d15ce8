import { calendarWeekday, isDay, nassauClock, nassauDay, nassauInstant } from "~/core/time";
import { type Holiday, publicHolidays } from "./public-holidays";

/** Opening and closing time in Nassau: `09:00` and `17:00`. */
export type Span = { opens: string; closes: string };
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
type Weekday = (typeof weekdays)[number];
/** The spans of each weekday, earliest first; empty if the office is closed. */
export type OfficeHours = Record<Weekday, readonly Span[]>;

const workday = [{ opens: "09:00", closes: "17:00" }];
/** The hours if none are stored. */
export const defaultHours: OfficeHours = {
  ...{ Monday: workday, Tuesday: workday, Wednesday: workday, Thursday: workday, Friday: workday },
  Saturday: [{ opens: "10:00", closes: "15:00" }],
  Sunday: [],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Parses `[["09:00", "17:00"]]`: at most two spans, valid and in order; otherwise null. */
export function spansOf(stored: unknown): Span[] | null {
  if (!Array.isArray(stored) || stored.length > 2) return null;
  const spans: Span[] = [];
  for (const span of stored) {
    const [opens, closes]: unknown[] = Array.isArray(span) ? span : [];
    if (typeof opens !== "string" || typeof closes !== "string" || !clock.test(opens) || !clock.test(closes))
      return null;
    if (closes <= opens || opens < (spans.at(-1)?.closes ?? "")) return null;
    spans.push({ opens, closes });
  }
  return spans;
}

/** Parses the setting `office_hours`: spans by weekday, `{"monday": [["09:00", "17:00"]]}`; a missing day is closed. */
export function readHours(stored: unknown): OfficeHours {
  if (!isObject(stored)) return defaultHours;
  const hours = { ...defaultHours };
  for (const day of weekdays) {
    const spans = spansOf(stored[day.toLowerCase()] ?? []);
    if (spans === null) return defaultHours;
    hours[day] = spans;
  }
  return hours;
}

/**
 * Parses the setting `holidays`: `[{"date": "2027-01-01", "name": "New Year’s Day"}]`, with `"hours": [["09:00",
 * "12:00"]]` if the office opens at other hours; null if unset.
 */
export function readHolidays(stored: unknown): Holiday[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isDay(entry.date)) return [];
    const spans = spansOf(entry.hours ?? []) ?? [];
    const name = typeof entry.name === "string" ? entry.name : "";
    return [{ date: entry.date, name, ...(spans.length > 0 ? { spans } : {}) }];
  });
}

/** `17:00` as `5 pm`, `15:30` as `3:30 pm`. */
function clockWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""} ${hours < 12 ? "am" : "pm"}`;
}

export const formatSpan = ({ opens, closes }: Span) => `${clockWords(opens)}–${clockWords(closes)}`;

export type HoursLine = { days: string; times: string; dayOfWeek: readonly Weekday[]; spans: readonly Span[] };

/** The week as rows: consecutive days with the same hours share one. */
export function hoursLines(hours: OfficeHours): HoursLine[] {
  const lines: { from: Weekday; dayOfWeek: Weekday[]; spans: readonly Span[]; times: string }[] = [];
  for (const day of weekdays) {
    const spans = hours[day];
    const times = spans.map(formatSpan).join(", ") || "Closed";
    const last = lines.at(-1);
    if (last?.times === times) last.dayOfWeek.push(day);
    else lines.push({ from: day, dayOfWeek: [day], spans, times });
  }
  return lines.map(({ from, dayOfWeek, ...line }) => {
    const last = dayOfWeek.at(-1);
    return { ...line, dayOfWeek, days: last === from ? from : `${from}–${last}` };
  });
}

export const hoursZone = "Nassau time (EST, in summer EDT)";

const listed = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");

/**
 * The hours within a sentence: `open Monday–Friday 9 am–5 pm and Saturday 10 am–3 pm, Nassau time (…), and closed on
 * Sunday`.
 */
export function hoursSentence(hours: OfficeHours): string {
  const lines = hoursLines(hours);
  const open = listed(lines.filter(({ spans }) => spans.length > 0).map(({ days, times }) => `${days} ${times}`));
  const closed = listed(lines.filter(({ spans }) => spans.length === 0).map(({ days }) => days));
  return open
    ? `open ${open}, ${hoursZone}${closed ? `, and closed on ${closed}` : ""}`
    : "closed until further notice";
}

/** A day's hours by its weekday alone. */
export function weekdayHours(day: string, hours: OfficeHours): readonly Span[] {
  const weekday = weekdayOf(new Date(`${day}T00:00:00Z`));
  return weekday ? hours[weekday] : [];
}

/** The office's hours on a day, and the name of the holiday, if it is one. */
export function officeDay(day: string, hours: OfficeHours, holidays: readonly Holiday[] | null) {
  const holiday = holidayOf(day, holidays);
  return { holiday, spans: holiday ? (holiday.spans ?? []) : weekdayHours(day, hours) };
}

const dayLength = 86_400_000;

/** The holiday of a day. In a year without holidays in the setting, the country's apply. */
function holidayOf(day: string, holidays: readonly Holiday[] | null): Holiday | undefined {
  const year = day.slice(0, 4);
  const own = holidays?.filter(({ date }) => date.startsWith(year)) ?? [];
  return (own.length > 0 ? own : publicHolidays(Number(year))).find(({ date }) => date === day);
}

const weekdayOf = (date: Date) => weekdays[(date.getUTCDay() + 6) % 7];

/** How many days ahead the site announces a holiday. */
const announced = 14;

/** The holidays of today and the next 14 days on which the office would otherwise be open. */
export function holidaysAhead(today: string, hours: OfficeHours, holidays: readonly Holiday[] | null): Holiday[] {
  const start = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: announced + 1 }, (_, later) => new Date(start + later * dayLength)).flatMap((date) => {
    const holiday = holidayOf(date.toISOString().slice(0, 10), holidays);
    const weekday = weekdayOf(date);
    const isOpen = weekday !== undefined && hours[weekday].length > 0;
    return holiday && (isOpen || holiday.spans) ? [holiday] : [];
  });
}

/** `Closed on Thursday, January 1: New Year’s Day` */
export function formatHoliday({ date, name, spans = [] }: Holiday): string {
  const open = spans.length > 0 ? `Open ${spans.map(formatSpan).join(", ")}` : "Closed";
  return `${open} on ${calendarWeekday(date)}${name ? `: ${name}` : ""}`;
}

/**
 * When a reply is promised to a message of this moment: at closing time of the next day on which the office is open, by
 * days of Nassau and without holidays. Null if it doesn't open within a year.
 */
export function promisedBy(instant: Date, hours: OfficeHours, holidays: readonly Holiday[] | null): Date | null {
  const today = Date.parse(`${nassauDay(instant)}T00:00:00Z`);
  for (let later = 1; later <= 366; later++) {
    const date = new Date(today + later * dayLength);
    const day = date.toISOString().slice(0, 10);
    const weekday = weekdayOf(date);
    const last = weekday && hours[weekday].at(-1);
    if (last && !holidayOf(day, holidays)) return nassauInstant(day, last.closes);
  }
  return null;
}

/** `Monday, November 23, 5 pm` in Nassau time. */
export function formatPromise(promised: Date): string {
  return `${calendarWeekday(nassauDay(promised))}, ${clockWords(nassauClock(promised))}`;
}
