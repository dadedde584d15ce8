import { withPlainDigits } from "~/core/text-input";
import { dayIn } from "./dates";

/** Between the parts of a date, and words of Spanish and French that stand there too. */
const between = /[\s,./-]+(?:(?:de|del|of|le)\s+)?/i;

/**
 * Every day that a pasted text can mean, as YYYY-MM-DD: one for `14/05/1990` and `May 14, 1990`, two for `05/06/1990`
 * (June 5 and May 6), none for what is no date (N-DATE-4, N-DATE-5). The month that stands first comes first.
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
  return [...new Set(readings.flatMap((boxes) => dayIn(boxes) ?? []))];
}
