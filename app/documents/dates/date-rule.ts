import { later } from "~/core/calendar";
import { calendarLongDate, daysAfter } from "~/core/time";
import type { DateRule, DateRuleUnit } from "~/db/schema/values";

// All days are calendar days in Nassau, as YYYY-MM-DD.

/** `submission` and `filing`: the longest age on that day. `trip`: the shortest validity after its end. */
export type DocumentDateRule = { readonly rule: DateRule; readonly amount: number; readonly unit: DateRuleUnit };

export type DateRuleColumns = {
  dateRule: DateRule | null;
  dateAmount: number | null;
  dateUnit: DateRuleUnit | null;
};

/** The rule of a row; a database constraint fills all of its columns or none. */
export const dateRuleOf = ({ dateRule, dateAmount, dateUnit }: DateRuleColumns): DocumentDateRule | null =>
  dateRule && dateAmount && dateUnit ? { rule: dateRule, amount: dateAmount, unit: dateUnit } : null;

/** `30 days`, `1 month` */
const formatAmount = ({ amount, unit }: DocumentDateRule): string =>
  `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;

const statements: Record<DateRule, (amount: string) => string> = {
  submission: (amount) => `It must be issued at most ${amount} before you submit your application.`,
  filing: (amount) => `It must be issued at most ${amount} before we file your application.`,
  trip: (amount) => `It must be valid for at least ${amount} after your trip.`,
};

/** The sentence below the description of a document. */
export const statementOf = (rule: DocumentDateRule): string => statements[rule.rule](formatAmount(rule));

/** A document's date that a rule needs. */
export type DateKind = "issued" | "expires";
export const dateKindOf = ({ rule }: DocumentDateRule): DateKind => (rule === "trip" ? "expires" : "issued");
export const dateLabels: Record<DateKind, string> = { issued: "Date of issue", expires: "Expiry date" };

/** Adds the rule's days or months; a shorter month ends on its last day. */
const addAmount = ({ amount, unit }: DocumentDateRule, day: string): string =>
  unit === "days" ? daysAfter(day, amount) : later(day, { months: amount });

/** The last day on which a document of this date of issue is recent enough. */
export const goodUntil = (rule: DocumentDateRule, issuedOn: string): string => addAmount(rule, issuedOn);

/** The day until which a document must be valid. */
export const neededUntil = (rule: DocumentDateRule, tripEnd: string): string => addAmount(rule, tripEnd);

/** A trip ends on the departure, or on the arrival if there is no departure. */
export const tripEndOf = (trip: {
  arrival?: string | null | undefined;
  departure?: string | null | undefined;
}): string | null => trip.departure || trip.arrival || null;

/** What the dates of a case are compared with. */
export type ReferenceDays = {
  today: string;
  /** Null for a draft, which could be submitted today. */
  submittedOn: string | null;
  plannedFilingOn: string;
  tripEnd: string | null;
};

export type DocumentDates = { issuedOn: string | null; expiresOn: string | null };

export type DocumentCondition =
  | { state: "good"; until: string }
  | { state: "too-old"; issuedOn: string; until: string; rule: DocumentDateRule }
  | { state: "too-old-when-filed"; issuedOn: string; until: string; plannedFilingOn: string }
  | { state: "expires-early"; expiresOn: string; neededUntil: string }
  | { state: "without-date"; kind: DateKind }
  | { state: "without-trip"; expiresOn: string };

type Judged = ReferenceDays & DocumentDates & { rule: DocumentDateRule };

/** Compares a file's date with the rule of its document. */
export function conditionOf(judged: Judged): DocumentCondition {
  const { rule, issuedOn, expiresOn, today, submittedOn, plannedFilingOn, tripEnd } = judged;
  const kind = dateKindOf(rule);
  if (kind === "expires") {
    if (!expiresOn) return { state: "without-date", kind };
    if (!tripEnd) return { state: "without-trip", expiresOn };
    const needed = neededUntil(rule, tripEnd);
    return expiresOn < needed
      ? { state: "expires-early", expiresOn, neededUntil: needed }
      : { state: "good", until: expiresOn };
  }
  if (!issuedOn) return { state: "without-date", kind };
  const until = goodUntil(rule, issuedOn);
  const reference = rule.rule === "submission" ? (submittedOn ?? today) : today;
  if (until < reference) return { state: "too-old", issuedOn, until, rule };
  if (rule.rule === "filing" && until < plannedFilingOn)
    return { state: "too-old-when-filed", issuedOn, until, plannedFilingOn };
  return { state: "good", until };
}

/** Omits the year that the next date of the sentence repeats. */
const dateBefore = (day: string, next: string): string =>
  day.slice(0, 4) === next.slice(0, 4) ? calendarLongDate(day).replace(/, \d+$/, "") : calendarLongDate(day);

/** The sentence that a file shows. */
export function sentenceOf(condition: DocumentCondition): string {
  switch (condition.state) {
    case "good":
      return `Good until ${calendarLongDate(condition.until)}.`;
    case "too-old": {
      const { issuedOn, rule } = condition;
      const allowed = `at most ${formatAmount(rule)} ${rule.amount === 1 ? "is" : "are"} allowed`;
      return `Too old: it was issued on ${calendarLongDate(issuedOn)}, and ${allowed}. Please upload a newer one.`;
    }
    case "too-old-when-filed": {
      const { until, plannedFilingOn } = condition;
      return `It will be too old when we file: it is good until ${dateBefore(until, plannedFilingOn)}, and we plan to file on ${calendarLongDate(plannedFilingOn)}.`;
    }
    case "expires-early":
      return `It expires too early: it must be valid until ${calendarLongDate(condition.neededUntil)}.`;
    case "without-date":
      return condition.kind === "issued"
        ? "Please give the date of issue: we need it to tell whether this is recent enough."
        : "Please give the expiry date: we need it to tell whether this is valid for long enough.";
    case "without-trip":
      return "We check this once you have entered your travel dates.";
  }
}

/** A file that counts for its document: it has no virus, and staff did not refuse it. */
export type DatedFile = DocumentDates & { scan: string; isRefused?: boolean };

/** From the best to the worst: one good file is enough, and one date is enough to judge by. */
const ranks: readonly DocumentCondition["state"][] = [
  "good",
  "without-trip",
  "too-old-when-filed",
  "expires-early",
  "too-old",
  "without-date",
];

const lastDayIn = (condition: DocumentCondition): string => {
  if ("until" in condition) return condition.until;
  return "expiresOn" in condition ? condition.expiresOn : "";
};

/** One good file is enough. */
export const bestCondition = (conditions: readonly DocumentCondition[]): DocumentCondition | undefined =>
  conditions.toSorted(
    (a, b) => ranks.indexOf(a.state) - ranks.indexOf(b.state) || (lastDayIn(a) < lastDayIn(b) ? 1 : -1),
  )[0];

/** The condition of a document with several files: the best of theirs. Undefined if no file counts. */
export function conditionOfDocument(
  rule: DocumentDateRule,
  files: readonly DatedFile[],
  days: ReferenceDays,
): DocumentCondition | undefined {
  return bestCondition(
    files
      .filter(({ scan, isRefused }) => scan !== "infected" && !isRefused)
      .map(({ issuedOn, expiresOn }) => conditionOf({ ...days, rule, issuedOn, expiresOn })),
  );
}
