import { withPlainDigits } from "~/core/text-input";
import { dayIn } from "./dates";

/** Separators, with Spanish and French words between the parts. */
const between = /[\s,./-]+(?:(?:de|del|of|le)\s+)?/i;

/**
 * All dates (YYYY-MM-DD) that a pasted text may mean: one for `14/05/1990` and `May 14, 1990`, two for `05/06/1990`
 * (June 5 and May 6), none for other text. The reading with the month first is first.
 */
export function daysIn(text: string): string[] {
  const parts = withPlainDigits(text).trim().split(between).filter(Boolean);
  if (parts.length !== 3) return [];
  const [one = "", two = "", three = ""] = parts;
  const readings = /^\d{4}$/.test(one)
    ? [{ day: three, month: two, year: one }]
    : [
        { day: two, month: one, year: three },
        { day: one, month: two, year: three },
      ];
  return [...new Set(readings.flatMap((reading) => dayIn(reading) ?? []))];
}
