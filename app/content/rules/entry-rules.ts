import { daysAfter } from "~/core/time";
import type { NamedService } from "~/db/schema/site/rules";
import type { entryAnswers, entryPurposes } from "~/db/schema/values";

export type EntryAnswer = (typeof entryAnswers)[number];
export type EntryPurpose = (typeof entryPurposes)[number];

/** In a rule's list of passports: every passport that no other rule names. */
export const allOthers = "*";

export type EntryRule = {
  id: string;
  /** Codes of the nationalities (ISO alpha-2, `XXA` for stateless), or `allOthers`. */
  passports: readonly string[];
  /** Code of the destination. */
  destination: string;
  purpose: EntryPurpose;
  answer: EntryAnswer;
  /** Of an answer that depends on the trip. */
  otherwise: EntryAnswer | null;
  stay: string | null;
  conditions: readonly string[];
  notes: readonly string[];
  officialPage: string | null;
  source: { name: string; url: string; dated: string | null };
  /** Null if the office has never checked it. */
  checkedOn: string | null;
  reviewDays: number;
  service: NamedService | null;
  notNeeded: readonly NamedService[];
};

/** `due`: checked, but longer ago than the rule allows. */
export type Standing = "checked" | "unchecked" | "due";

export type EntryOutcome =
  | { kind: "own" }
  | { kind: "unanswered" }
  | { kind: "rule"; rule: EntryRule; standing: Standing };

/** Whether more than the rule's number of days have passed since its check. `today` is a day in Nassau. */
export function standingOf(
  { checkedOn, reviewDays }: Pick<EntryRule, "checkedOn" | "reviewDays">,
  today: string,
): Standing {
  if (checkedOn === null) return "unchecked";
  return daysAfter(checkedOn, reviewDays) < today ? "due" : "checked";
}

/**
 * Answers one passport, destination and purpose from the public rules. A rule that names the passport takes precedence
 * over one for all others; nobody needs a visa for their own country.
 */
export function answerFor(
  rules: readonly EntryRule[],
  passport: string,
  destination: string,
  purpose: EntryPurpose,
  today: string,
): EntryOutcome {
  if (passport === destination) return { kind: "own" };
  const ofTrip = rules.filter((rule) => rule.destination === destination && rule.purpose === purpose);
  const rule =
    ofTrip.find(({ passports }) => passports.includes(passport)) ??
    ofTrip.find(({ passports }) => passports.includes(allOthers));
  return rule ? { kind: "rule", rule, standing: standingOf(rule, today) } : { kind: "unanswered" };
}

/** With these answers a visa that a rule lists as not needed is asked about before somebody applies for it. */
export const needsNoVisa: readonly EntryAnswer[] = ["visa_free", "eta", "on_arrival"];
