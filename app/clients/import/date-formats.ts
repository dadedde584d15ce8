import { isDay } from "~/core/time";

/** The four spellings of dates. A file has one of them, which an admin chooses: nothing is guessed. */
export const dateFormats = {
  iso: "2027-03-01",
  month_first: "03/01/2027 month first",
  day_first: "01/03/2027 day first",
  dots: "01.03.2027",
} as const;
export type DateFormat = keyof typeof dateFormats;

export const isDateFormat = (value: unknown): value is DateFormat =>
  typeof value === "string" && Object.hasOwn(dateFormats, value);

// Spreadsheets write days and months without a zero in front: that is the same spelling.
const shapes: Record<DateFormat, RegExp> = {
  iso: /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  month_first: /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/,
  day_first: /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})$/,
  dots: /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/,
};

/** Reads a date of this spelling, as `2027-03-01`; undefined for every other text and for days that don't exist. */
export function readDate(text: string, format: DateFormat): string | undefined {
  const { year, month, day } = shapes[format].exec(text.trim())?.groups ?? {};
  if (!year || !month || !day) return undefined;
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : undefined;
}
