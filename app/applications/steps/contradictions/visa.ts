import type { NotNeeded } from "~/content/rules/not-needed";
import { later } from "~/core/calendar";

/** What the chosen visa allows, and who does not need it; null for an unknown service. */
export type Visa = { maxStay: string | null; isSingleEntry: boolean; notNeeded?: NotNeeded | undefined } | null;

/** A service with its chosen tier, whose name may say `Multiple entry`. */
type VisaTerms = {
  maxStay: string | null;
  entryType: string | null;
  tierName: string | null;
  notNeeded?: NotNeeded | undefined;
};

export function visaOf({ maxStay, entryType, tierName, notNeeded }: VisaTerms): Visa {
  if (entryType === null) return null;
  const named = /\b(single|multiple|double|several)\b/i.exec(tierName ?? "")?.[1]?.toLowerCase();
  const isSingleEntry = named ? named === "single" : entryType === "Single Entry";
  return { maxStay, isSingleEntry, ...(notNeeded ? { notNeeded } : {}) };
}

type Span = { count: number; unit: "hour" | "day" | "week" | "month" | "year"; text: string };

/** Words that make a number no limit, such as `As granted at the border, often 30 days`. */
const noLimit = /\b(often|usually|typically|normally|about|around|granted|depends|indefinite|unlimited)\b/i;
const written = /\b(?:(\d{1,3})\s*(?:or|to|and|[-–])\s*)?(\d{1,3})[\s-]*(hour|day|week|month|year)s?\b/gi;
const daysIn = { hour: 1 / 24, day: 1, week: 7, month: 30.44, year: 365.25 };

/** Parses `Up to 6 months per visit`, `90 days in any 180 days`, `30 or 60 days`. Undefined without a limit. */
export function longestStay(text: string | null): Span | undefined {
  if (!text || noLimit.test(text)) return undefined;
  // The period in which days are counted is no stay.
  const [limit = ""] = text.split(/\b(?:in any|within|in a|every)\b/i);
  const spans = [...limit.matchAll(written)].map(([, first = "0", second = "0", unit = ""]): Span => {
    const count = Math.max(Number(first), Number(second));
    const spanUnit = unit.toLowerCase() as Span["unit"];
    return { count, unit: spanUnit, text: `${count} ${spanUnit}${count === 1 ? "" : "s"}` };
  });
  return spans.sort((a, b) => lengthOf(a) - lengthOf(b)).at(-1);
}

const lengthOf = ({ count, unit }: Span) => count * daysIn[unit];

/** `from` is YYYY-MM-DD. */
export function longStay(visa: Visa, days: number | undefined, from: string | undefined): string | undefined {
  const longest = longestStay(visa?.maxStay ?? null);
  if (!longest || days === undefined || days <= mostDays(longest, from)) return undefined;
  return `You stay for ${days} days. This visa allows ${longest.text} at most.`;
}

/** Months and years have their calendar length from that day; without it, their longest. */
function mostDays({ count, unit }: Span, from: string | undefined): number {
  if (unit === "hour" || unit === "day" || unit === "week") return Math.ceil(count * daysIn[unit]);
  if (!from) return count * (unit === "month" ? 31 : 366);
  return daysBetween(from, later(from, unit === "month" ? { months: count } : { years: count }));
}

export const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000);
