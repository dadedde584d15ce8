import { countryInSentence } from "~/core/countries/in-sentence";
import { calendarLongDate } from "~/core/time";
import {
  allOthers,
  type EntryAnswer,
  type EntryOutcome,
  type EntryPurpose,
  type EntryRule,
  standingOf,
} from "./entry-rules";

export const answerLabels: Readonly<Record<EntryAnswer, string>> = {
  visa_free: "Visa-free",
  eta: "Electronic travel authorization",
  evisa: "eVisa",
  on_arrival: "Visa on arrival",
  required: "Visa required",
  depends: "Depends on the trip",
  suspended: "Suspended",
};

export const purposeLabels: Readonly<Record<EntryPurpose, string>> = {
  visit: "Short visit",
  transit: "Transit",
  study: "Study",
  work: "Work or residence",
};

const headlines: Readonly<Record<EntryAnswer, string>> = {
  visa_free: "You do not need a visa.",
  eta: "You do not need a visa, but an electronic travel authorization before you travel.",
  evisa: "You need an eVisa before you travel.",
  on_arrival: "You get a visa on arrival.",
  required: "You need a visa before you travel.",
  depends: "It depends on your trip.",
  suspended: "Visas are not being issued at present.",
};

export const headlineOf = (answer: EntryAnswer): string => headlines[answer];

export const ownCountry = "This is your own country: you need no visa to enter it.";
export const notChecked = "We have not checked this one. Ask us: it costs nothing.";
export const nothingFromUs = "You do not need us for this.";
export const officerDecides = "The officer at the border decides. This is information, not legal advice.";
export const conditionsTitle = "No visa is needed if all of this is true";
export const notesTitle = "What you also need to know";
export const askWhileSuspended =
  "Nobody can apply at present, with or without us. Ask us what is possible instead, or ask the office that issues the visa.";
export const askBeforeBooking = "Please ask us before you book.";

export function headlineOfOutcome(outcome: EntryOutcome): string {
  if (outcome.kind === "own") return ownCountry;
  return outcome.kind === "unanswered" ? notChecked : headlineOf(outcome.rule.answer);
}

const whenLastChecked = (day: string): string => `When we last checked, on ${calendarLongDate(day)}:`;

/** `When we last checked, on August 20, 2026:`, before the headline of a rule that has to be checked again. */
export const lastCheckedOf = (outcome: EntryOutcome): string | null =>
  outcome.kind === "rule" && outcome.standing === "due" && outcome.rule.checkedOn
    ? whenLastChecked(outcome.rule.checkedOn)
    : null;

/** Before a sentence that must not sound surer than its rule; null for a rule that was checked in time. */
export function caveatOf(rule: Pick<EntryRule, "checkedOn" | "reviewDays">, today: string): string | null {
  if (rule.checkedOn === null) return "We have not checked this yet:";
  return standingOf(rule, today) === "due" ? whenLastChecked(rule.checkedOn) : null;
}

/** What a rule's answer is based on; its source is a link. */
export type SourceText = { before: string; link: { label: string; url: string }; after: string };

export function sourceTextOf({ source, checkedOn }: Pick<EntryRule, "source" | "checkedOn">): SourceText {
  const dated = source.dated ? calendarLongDate(source.dated) : null;
  const link = { label: source.name, url: source.url };
  if (checkedOn)
    return {
      before: `Checked by our office on ${calendarLongDate(checkedOn)}. Source: `,
      link,
      after: dated ? `, ${dated}.` : ", no date given.",
    };
  const sentence = dated ? `The source said so on ${dated}` : "The source gives no date";
  return { before: `${sentence}; our office has not checked it yet. Source: `, link, after: "." };
}

/** The conditions of an answer that depends on the trip, and what else to know about any answer. */
export function conditionsOf({ answer, conditions, notes }: Pick<EntryRule, "answer" | "conditions" | "notes">) {
  const depends = answer === "depends";
  return { conditions: depends ? conditions : [], notes: depends ? notes : [...conditions, ...notes] };
}

/** `going to the United Kingdom for a short visit`. */
export function tripInWords(purpose: EntryPurpose, destination: string): string {
  const place = countryInSentence(destination);
  if (purpose === "transit") return `changing planes in ${place}`;
  const why = { visit: "for a short visit", study: "to study", work: "to work or live there" }[purpose];
  return `going to ${place} ${why}`;
}

/** A rule's name in lists: `Bahamas and 2 more, Short visit`. */
export function ruleName(passports: readonly string[], purpose: EntryPurpose, nameOf: (code: string) => string) {
  const [first, ...others] = passports;
  const named = first === undefined ? "No passports yet" : first === allOthers ? "All others" : nameOf(first);
  return `${named}${others.length > 0 ? ` and ${others.length} more` : ""}, ${purposeLabels[purpose]}`;
}
