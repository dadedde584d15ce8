import type { Answers } from "~/applications/steps/engine/definition";
import { isDay } from "~/ground/time";
import { withPlainDigits } from "~/ground/typed-text";
import { unreadableAnswer } from "~/ground/unreadable";
import { monthNamed } from "./months";
import { typedOf } from "./typed-part";

/** The text boxes of a date, in the order of the screen; their inputs are `{name}.day` and so on (N-DATE-1). */
export const dateParts = ["day", "month", "year"] as const;
export type DatePart = (typeof dateParts)[number];
/** What stands in the boxes of a date. */
export type DateBoxes = Record<DatePart, string>;

export const noBoxes: DateBoxes = { day: "", month: "", year: "" };
const boxed = ([day = "", month = "", year = ""]: readonly string[]): DateBoxes => ({ day, month, year });
const textsOf = (boxes: DateBoxes) => dateParts.map((part) => boxes[part]);

/** Whether two dates stand in their boxes alike. */
export const sameBoxes = (one: DateBoxes, other: DateBoxes) => dateParts.every((part) => one[part] === other[part]);

/** What stands in the boxes for an answer: `1990-05-14` as 14, 5, 1990; what can't be split, in the first. */
export function boxesOf(answer: unknown): DateBoxes {
  if (typeof answer !== "string" || answer === unreadableAnswer) return noBoxes;
  if (isDay(answer)) {
    const [year = "", month, day] = answer.split("-");
    return { day: String(Number(day)), month: String(Number(month)), year };
  }
  const kept = unpacked(answer);
  if (kept) return kept;
  const [, year, month, day] = /^(\d{1,6})-(\d{1,2})-(\d{1,2})$/.exec(answer) ?? [];
  return year && month && day ? { day, month, year } : { ...noBoxes, day: answer };
}

/** What is typed in the boxes of a field. */
export function boxesIn(name: string, answers: Answers): DateBoxes {
  const typed = typedOf(name, answers);
  const texts = dateParts.map((part) => typed[`${name}.${part}`]);
  return texts.some((text) => text !== undefined) ? boxed(texts.map((text) => text ?? "")) : boxesOf(answers[name]);
}

/** All boxes in one text: so an encrypted date is kept as it was typed, because nothing of it stands beside it. */
export const packed = (boxes: DateBoxes): string => JSON.stringify(textsOf(boxes));

function unpacked(text: string): DateBoxes | undefined {
  if (!text.startsWith('["')) return undefined;
  try {
    const texts: unknown = JSON.parse(text);
    return Array.isArray(texts) && texts.length === 3 ? boxed(texts.map(String)) : undefined;
  } catch {
    return undefined;
  }
}

const numberOfDay = (text: string) => Number(/^(\d{1,2})(?:st|nd|rd|th|er|[.º°])?$/i.exec(text)?.[1] ?? Number.NaN);
const numberOfMonth = (text: string) => (/^\d+$/.test(text) ? Number(text) : (monthNamed(text) ?? Number.NaN));

/** With the digits of every script as 0 to 9 (F-TEXT-4). */
const inDigits = (boxes: DateBoxes): DateBoxes => boxed(textsOf(boxes).map(withPlainDigits));

/** The day that the boxes name, as YYYY-MM-DD; undefined unless it is whole and real. */
export function dayIn(boxes: DateBoxes): string | undefined {
  const { day, month, year } = inDigits(boxes);
  if (!/^\d{4}$/.test(year)) return undefined;
  const two = (number: number) => String(number).padStart(2, "0");
  const iso = `${year}-${two(numberOfMonth(month))}-${two(numberOfDay(day))}`;
  return isDay(iso) ? iso : undefined;
}

/** The day of an answer, as YYYY-MM-DD; undefined for one that names no day. */
export const dayOf = (answer: unknown): string | undefined => (isDay(answer) ? answer : dayIn(boxesOf(answer)));

/** What is wrong with a date, and the box to correct. */
export type DateFault = { message: string; part: DatePart };

/** Why the boxes name no day (N-DATE-6, N-DATE-7); undefined when they do, or are all empty. */
export function dateFault(label: string, typed: DateBoxes): DateFault | undefined {
  const boxes = inDigits(typed);
  const empty = dateParts.filter((part) => boxes[part] === "");
  if (empty.length === dateParts.length || dayIn(boxes)) return undefined;
  const [part] = empty;
  if (part) {
    const named = empty.map((one) => `the ${one}`).join(" and ");
    return { part, message: `${label}: ${named} ${empty.length > 1 ? "are" : "is"} missing` };
  }
  const [day, month] = [numberOfDay(boxes.day), numberOfMonth(boxes.month)];
  const unread = (which: DatePart, such: string): DateFault => ({
    part: which,
    message: `${label}: we can’t read the ${which} “${boxes[which]}”. Write it like ${such}`,
  });
  if (Number.isNaN(month)) return unread("month", "5 or May");
  if (month < 1 || month > 12) return { part: "month", message: `${label}: there is no month ${month}` };
  if (/^\d{5,}$/.test(boxes.year)) return { part: "year", message: `${label}: please check the year` };
  if (!/^\d{4}$/.test(boxes.year))
    return { part: "year", message: `${label}: please write the year with four digits, such as 1990` };
  if (boxes.year === "0000") return { part: "year", message: `${label}: please check the year` };
  if (Number.isNaN(day)) return unread("day", "14");
  if (day < 1) return { part: "day", message: `${label}: there is no day ${day}` };
  return {
    part: "day",
    message: `${label}: ${monthNames[month - 1]} ${boxes.year} has only ${lastDay(boxes.year, month)} days`,
  };
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month)),
);

/** Counted 400 years later, in a year of the same length: `Date.UTC` takes 90 for 1990. */
const lastDay = (year: string, month: number) => new Date(Date.UTC(Number(year) + 400, month, 0)).getUTCDate();
