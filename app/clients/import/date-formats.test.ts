import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDay } from "~/core/time";
import { type DateFormat, dateFormats, readDate } from "./date-formats";

const formats = Object.keys(dateFormats) as DateFormat[];
const pad = (value: number) => String(value).padStart(2, "0");
const spelled: Record<DateFormat, (year: number, month: number, day: number) => string> = {
  iso: (year, month, day) => `${year}-${pad(month)}-${pad(day)}`,
  month_first: (year, month, day) => `${pad(month)}/${pad(day)}/${year}`,
  day_first: (year, month, day) => `${pad(day)}/${pad(month)}/${year}`,
  dots: (year, month, day) => `${pad(day)}.${pad(month)}.${year}`,
};
const numbers = fc.tuple(
  fc.integer({ min: 1000, max: 9999 }),
  fc.integer({ min: 0, max: 13 }),
  fc.integer({ min: 0, max: 32 }),
);

describe("the dates of an import", () => {
  test("[X-IMPORT-5] each format reads its own spelling, and no day that doesn’t exist", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...formats), ([year, month, day], format) => {
        const iso = spelled.iso(year, month, day);
        expect(readDate(spelled[format](year, month, day), format)).toBe(isDay(iso) ? iso : undefined);
      }),
    );
  });

  test("[X-IMPORT-5] a date in another format is never guessed", () => {
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...formats),
        fc.constantFrom(...formats),
        ([year, month, day], own, other) => {
          const text = spelled[own](year, month, day);
          const isSlash = (format: DateFormat) => format === "month_first" || format === "day_first";
          if (own === other || (isSlash(own) && isSlash(other))) return;
          expect(readDate(text, other)).toBeUndefined();
        },
      ),
    );
    expect(readDate("01/03/2027", "day_first")).toBe("2027-03-01");
    expect(readDate("01/03/2027", "month_first")).toBe("2027-01-03");
    expect(readDate("25/03/2027", "month_first")).toBeUndefined();
  });

  test("[X-IMPORT-5] any other spelling is no date", () => {
    for (const text of ["1 Mar 27", "3/1/27", "2027/03/01", "20270301", "2027-3-1", "March 1, 2027", "46082", "", "-"])
      for (const format of formats) expect(readDate(text, format), `${text} as ${format}`).toBeUndefined();
    expect(readDate(" 3/1/2027 ", "month_first"), "as a spreadsheet writes it").toBe("2027-03-01");
  });
});
