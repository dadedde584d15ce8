import { later, wholeYears } from "./calendar";

/** For how long a country's passports are valid at most: years and, where there are any, months more. */
type Term = { years: number; months?: number };

/** Limits of ordinary passports of grown persons that are other than the usual ten years. */
const terms: Record<string, Term> = {
  BE: { years: 7 },
  EG: { years: 7 },
  FI: { years: 5 },
  // Until 2018 up to nine months of the passport before were added.
  GB: { years: 10, months: 9 },
  SE: { years: 5 },
};
const usual: Term = { years: 10 };

/** For how long a country's passports are valid at most; the country by its ISO alpha-2 code. */
export const longestTerm = (country: string | undefined): Term => terms[country ?? ""] ?? usual;

/**
 * What is odd about a passport's term, in a sentence; undefined where its country may have issued it so. Dates as
 * YYYY-MM-DD, the country by its ISO alpha-2 code.
 */
export function longTerm(country: string | undefined, issued: string, expires: string): string | undefined {
  const term = longestTerm(country);
  if (expires <= later(issued, term)) return undefined;
  const whole = wholeYears(issued, expires);
  const length = whole > term.years ? inYears(whole) : `more than ${inWords(term)}`;
  const limit = term.months ? inWords(term) : term.years;
  return `This passport would be valid for ${length}. Passports of this country are valid for ${limit} at most.`;
}

const inYears = (years: number) => `${years} ${years === 1 ? "year" : "years"}`;
const inWords = ({ years, months = 0 }: Term) => (months ? `${inYears(years)} and ${months} months` : inYears(years));
