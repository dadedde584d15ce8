import { later, wholeYears } from "~/core/calendar";

type Term = { years: number; months?: number };

/** Limits of ordinary adult passports that differ from the usual ten years. */
const terms: Record<string, Term> = {
  BE: { years: 7 },
  EG: { years: 7 },
  FI: { years: 5 },
  // Until 2018 up to nine months of the previous passport were added.
  GB: { years: 10, months: 9 },
  SE: { years: 5 },
};
const usual: Term = { years: 10 };

/** Longest validity of a country's passports, by ISO alpha-2 code. */
export const longestTerm = (country: string | undefined): Term => terms[country ?? ""] ?? usual;

/** A sentence if a passport is valid longer than its country's usual ones. Days as YYYY-MM-DD, ISO alpha-2 code. */
export function longTerm(country: string | undefined, issued: string, expires: string): string | undefined {
  const term = longestTerm(country);
  if (expires <= later(issued, term)) return undefined;
  const whole = wholeYears(issued, expires);
  const length = whole > term.years ? inYears(whole) : `more than ${inWords(term)}`;
  return `This passport would be valid for ${length}. Passports of this country are valid for at most ${inWords(term)}.`;
}

const inYears = (years: number) => `${years} ${years === 1 ? "year" : "years"}`;
const inWords = ({ years, months = 0 }: Term) => (months ? `${inYears(years)} and ${months} months` : inYears(years));
