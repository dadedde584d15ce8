import { withPlainDigits } from "~/core/text-input";
import { calendarLongDate, isDay } from "~/core/time";
import { unreadableAnswer } from "~/core/unreadable";
import type { Answers } from "~/form-engine/definition";
import { monthNamed } from "./months";
import { rawInputOf } from "./raw-input";

/** In display order; inputs are `{name}.day` and so on. */
export const dateParts = ["day", "month", "year"] as const;
export type DatePart = (typeof dateParts)[number];
export type DateParts = Record<DatePart, string>;

export const emptyDateParts: DateParts = { day: "", month: "", year: "" };
const boxed = ([day = "", month = "", year = ""]: readonly string[]): DateParts => ({ day, month, year });
const textsOf = (parts: DateParts) => dateParts.map((part) => parts[part]);

export const isSameDateParts = (a: DateParts, b: DateParts) => dateParts.every((part) => a[part] === b[part]);

/** `1990-05-14` as 14, 5, 1990; what can't be split is in the first. */
export function datePartsOf(answer: unknown): DateParts {
  if (typeof answer !== "string" || answer === unreadableAnswer) return emptyDateParts;
  if (isDay(answer) || isPartOfDate(answer)) {
    const [year = "", ...monthAndDay] = answer.split("-");
    const [month = "", day = ""] = monthAndDay.map((part) => String(Number(part)));
    return { day, month, year };
  }
  const unpackedParts = unpacked(answer);
  if (unpackedParts) return unpackedParts;
  const [, year, month, day] = /^(\d{1,6})-(\d{1,2})-(\d{1,2})$/.exec(answer) ?? [];
  return year && month && day ? { day, month, year } : { ...emptyDateParts, day: answer };
}

export function datePartsIn(name: string, answers: Answers): DateParts {
  const rawInput = rawInputOf(name, answers);
  const texts = dateParts.map((part) => rawInput[`${name}.${part}`]);
  return texts.some((text) => text !== undefined) ? boxed(texts.map((text) => text ?? "")) : datePartsOf(answers[name]);
}

/** ISO 8601: `1965-03` or `1965` (F-DATE-1). Stored, compared and signed as that; no day is ever made up. */
export const isPartOfDate = (answer: unknown): answer is string =>
  typeof answer === "string" && /^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(answer);

/** The name suffix of the checkbox for an unknown day. */
export const noDay = "noDay";

/** `_typed` records the checkbox only if the answer itself does not show it. */
export const lacksDay = (name: string, answers: Answers): boolean =>
  isPartOfDate(answers[name]) || rawInputOf(name, answers)[`${name}.${noDay}`] !== undefined;

/** Stores an encrypted date's raw input in one text, because no raw input is stored next to it. */
export const serializeDateParts = (parts: DateParts): string => JSON.stringify(textsOf(parts));

function unpacked(text: string): DateParts | undefined {
  if (!text.startsWith('["')) return undefined;
  try {
    const texts: unknown = JSON.parse(text);
    return Array.isArray(texts) && texts.length === 3 ? boxed(texts.map(String)) : undefined;
  } catch {
    return undefined;
  }
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
const numberOfDay = (text: string) => Number(/^(\d{1,2})(?:st|nd|rd|th|er|[.º°])?$/i.exec(text)?.[1] ?? Number.NaN);
const numberOfMonth = (text: string) => (/^\d+$/.test(text) ? Number(text) : (monthNamed(text) ?? Number.NaN));

/** With the digits of every script as 0 to 9. */
const inDigits = (parts: DateParts): DateParts => boxed(textsOf(parts).map(withPlainDigits));

/** YYYY-MM-DD; undefined unless it is complete and exists. */
export function dayIn(parts: DateParts): string | undefined {
  const { day, month, year } = inDigits(parts);
  if (!/^\d{4}$/.test(year)) return undefined;
  const iso = `${year}-${twoDigits(numberOfMonth(month))}-${twoDigits(numberOfDay(day))}`;
  return isDay(iso) ? iso : undefined;
}

/** An unknown month as passports print it counts as empty. */
const withoutDay = ({ month, year }: DateParts): DateParts => ({
  day: "",
  month: /^(?:0{1,2}|[x<-]{1,3})$/i.test(month) ? "" : month,
  year,
});

/** `1965-03` or `1965`, whatever the day's input contains. */
function partIn(parts: DateParts): string | undefined {
  const { month, year } = withoutDay(inDigits(parts));
  const part = month === "" ? year : `${year}-${twoDigits(numberOfMonth(month))}`;
  return isPartOfDate(part) ? part : undefined;
}

export const dateIn = (parts: DateParts, isWithoutDay: boolean): string | undefined =>
  isWithoutDay ? partIn(parts) : dayIn(parts);

/** Bounds of a date with unknown parts. */
export const firstDayOf = (date: string): string => `${date}-01-01`.slice(0, 10);
export function lastDayOf(date: string): string {
  const [year = "", month = "12", day = lastDay(year, Number(month))] = date.split("-");
  return `${year}-${month}-${day}`;
}

/** `May 4, 1990`, `May 1990` or `1990`. */
export function formatDate(date: string): string {
  const [year = "", month, day] = date.split("-");
  if (day) return calendarLongDate(date);
  return month ? `${monthNames[Number(month) - 1]} ${year}` : year;
}

/** YYYY-MM-DD; undefined without a day. */
export const dayOf = (answer: unknown): string | undefined => (isDay(answer) ? answer : dayIn(datePartsOf(answer)));

export type DateError = { message: string; part: DatePart };

/** The checkbox for an unknown day, and its label. */
type WithoutDay = { isTicked: boolean; label: string };

/** Undefined if the inputs are a date, or all empty. */
export function dateError(label: string, rawParts: DateParts, without?: WithoutDay): DateError | undefined {
  if (without?.isTicked) return partIn(rawParts) ? undefined : yearError(label, withoutDay(inDigits(rawParts)));
  const parts = inDigits(rawParts);
  if (isSameDateParts(parts, emptyDateParts) || dayIn(parts)) return undefined;
  const hint = without ? `. If the day is not known, tick “${without.label}”` : "";
  const empty = dateParts.filter((part) => parts[part] === "");
  const [part] = empty;
  if (part) {
    const named = empty.map((missingPart) => `the ${missingPart}`).join(" and ");
    const missing = `${label}: ${named} ${empty.length > 1 ? "are" : "is"} missing`;
    return { part, message: part === "day" && parts.year ? missing + hint : missing };
  }
  const error = yearError(label, parts);
  if (error) return error;
  const [day, month] = [numberOfDay(parts.day), numberOfMonth(parts.month)];
  if (Number.isNaN(day)) return unread(label, "day", parts, `14${hint}`);
  if (day < 1) return { part: "day", message: `${label}: there is no day ${day}${hint}` };
  return {
    part: "day",
    message: `${label}: ${monthNames[month - 1]} ${parts.year} has only ${lastDay(parts.year, month)} days`,
  };
}

/** The month may be empty. */
function yearError(label: string, parts: DateParts): DateError | undefined {
  const month = numberOfMonth(parts.month);
  if (parts.month !== "" && Number.isNaN(month)) return unread(label, "month", parts, "5 or May");
  if (parts.month !== "" && (month < 1 || month > 12))
    return { part: "month", message: `${label}: there is no month ${month}` };
  if (parts.year === "") return { part: "year", message: `${label}: the year is missing` };
  if (/^\d{5,}$/.test(parts.year)) return { part: "year", message: `${label}: please check the year` };
  if (!/^\d{4}$/.test(parts.year))
    return { part: "year", message: `${label}: please write the year with four digits, such as 1990` };
  if (parts.year === "0000") return { part: "year", message: `${label}: please check the year` };
  return undefined;
}

const unread = (label: string, part: DatePart, parts: DateParts, such: string): DateError => ({
  part,
  message: `${label}: we can’t read the ${part} “${parts[part]}”. Write it like ${such}`,
});

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month)),
);

/** Shifted by 400 years, which have the same calendar: `Date.UTC` reads 90 as 1990. */
const lastDay = (year: string, month: number) => new Date(Date.UTC(Number(year) + 400, month, 0)).getUTCDate();
