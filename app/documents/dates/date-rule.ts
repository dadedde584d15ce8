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

/** Of a file of which its document has a better one: it needs no date, and no newer one. */
type ReplacedCondition = DocumentDates & { state: "replaced"; until: string };
export type FileCondition = DocumentCondition | ReplacedCondition;

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

/**
 * Where a sentence is read: at a file that can still be changed, on the page of a submitted application, at the desk.
 */
export type ConditionPlace = "form" | "page" | "desk";

const withoutDate: Record<DateKind, Record<ConditionPlace, string>> = {
  issued: {
    form: "Please give the date of issue: we need it to tell whether this is recent enough.",
    page: "No date of issue yet. We’ll read it from the document.",
    desk: "No date of issue yet.",
  },
  expires: {
    form: "Please give the expiry date: we need it to tell whether this is valid for long enough.",
    page: "No expiry date yet. We’ll read it from the document.",
    desk: "No expiry date yet.",
  },
};
const withoutTrip: Record<ConditionPlace, string> = {
  form: "We check this once you have entered your travel dates.",
  page: "We’ll check this once we know your travel dates.",
  desk: "This can be checked once the travel dates are known.",
};

/** The sentence that a file shows: it asks only where the file can still be changed. */
export function sentenceOf(condition: FileCondition, place: ConditionPlace = "form"): string {
  switch (condition.state) {
    case "good":
      return `Good until ${calendarLongDate(condition.until)}.`;
    case "replaced":
      return replacedSentence(condition);
    case "too-old": {
      const { issuedOn, rule } = condition;
      const allowed = `at most ${formatAmount(rule)} ${rule.amount === 1 ? "is" : "are"} allowed`;
      const request = place === "form" ? " Please upload a newer one." : "";
      return `Too old: it was issued on ${calendarLongDate(issuedOn)}, and ${allowed}.${request}`;
    }
    case "too-old-when-filed": {
      const { until, plannedFilingOn } = condition;
      return `It will be too old when we file: it is good until ${dateBefore(until, plannedFilingOn)}, and we plan to file on ${calendarLongDate(plannedFilingOn)}.`;
    }
    case "expires-early":
      return `It expires too early: it must be valid until ${calendarLongDate(condition.neededUntil)}.`;
    case "without-date":
      return withoutDate[condition.kind][place];
    case "without-trip":
      return withoutTrip[place];
  }
}

function replacedSentence({ issuedOn, expiresOn, until }: ReplacedCondition): string {
  const good = `good until ${calendarLongDate(until)}.`;
  if (issuedOn) return `Issued on ${calendarLongDate(issuedOn)}. The newer one is ${good}`;
  return expiresOn
    ? `Expires on ${calendarLongDate(expiresOn)}. The newer one is ${good}`
    : `No date needed: another file of this document is ${good}`;
}

/** A file that counts for its document: it has no virus, and staff did not refuse it. */
export type DatedFile = DocumentDates & { scan: string; isRefused?: boolean };

/** From the best to the worst: one good file is enough, and one date is enough to judge by. */
const ranks: readonly FileCondition["state"][] = [
  "good",
  "replaced",
  "without-trip",
  "too-old-when-filed",
  "expires-early",
  "too-old",
  "without-date",
];

const lastDayIn = (condition: FileCondition): string => {
  if ("until" in condition) return condition.until;
  return "expiresOn" in condition ? condition.expiresOn : "";
};

/** One good file is enough. */
export const bestCondition = <Condition extends FileCondition>(
  conditions: readonly Condition[],
): Condition | undefined =>
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

/** The condition of one file, whose document may have others: a good one of them replaces it. */
export function conditionOfFile(
  rule: DocumentDateRule,
  { issuedOn, expiresOn }: DocumentDates,
  others: readonly DatedFile[],
  days: ReferenceDays,
): FileCondition {
  const condition = conditionOf({ ...days, rule, issuedOn, expiresOn });
  if (condition.state === "good") return condition;
  const best = conditionOfDocument(rule, others, days);
  if (best?.state !== "good") return condition;
  const dates = dateKindOf(rule) === "issued" ? { issuedOn, expiresOn: null } : { issuedOn: null, expiresOn };
  return { state: "replaced", ...dates, until: best.until };
}
