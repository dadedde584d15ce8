import { answersIn } from "~/applications/steps/answers-in";
import { passportInfo } from "~/applications/steps/passport-info";
import { type ShortPassport, shortPassport } from "~/applications/steps/passport-validity";
import { tripDetails } from "~/applications/steps/trip-details";
import type { CountryNames } from "~/core/countries/country-options";
import type { Metadata } from "~/db/schema/applications";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { relevantAnswers } from "~/form-engine/relevance";
import { type Today, validateStep } from "~/form-engine/validate";
import { confirmedIn } from "../../../form-engine/confirmed-part";
import { applicantIn } from "./applicant";
import { contradictions } from "./contradictions";
import type { Visa } from "./visa";

/** All answers of an application, by the keys of its steps, with what they are judged by. */
export type AllAnswers = {
  steps: readonly StepDefinition[];
  metadata: Metadata;
  today: Today;
  /** The countries that there are, by their ISO alpha-2 codes. */
  countries: CountryNames;
  /** What the chosen visa allows; null where it is not known. */
  visa: Visa;
};

/**
 * A contradiction as it is asked about. `mark` stands for the answers that it is about: a confirmation with another one
 * counts nothing (N-WARN-2). `step` and `name` are the code and the field of the answer to look at first.
 */
export type Asked = { key: string; mark: string; sentence: string; step: string; name: string };
/** `isConfirmed`: the applicant has said that these answers are right. */
export type Found = Asked & { isConfirmed: boolean };

/**
 * The contradictions among the answers that are asked and that no rule refuses (N-WARN-11), in the order of the steps;
 * with `within` only those that this step's answers take part in. The same function runs in the browser and on the
 * server. An answer of a step that the application does not have counts as not given.
 */
export function contradictionsIn(all: AllAnswers, within?: StepDefinition): Found[] {
  const confirmed = Object.values(all.metadata).map(confirmedIn);
  const valid = new Map<StepDefinition, Answers>();
  const answersOf = (step: StepDefinition) => {
    const known = valid.get(step) ?? validAnswers(step, all);
    valid.set(step, known);
    return known;
  };
  return contradictions.flatMap(({ key, reads, ask, isAboutVisa }): Found[] => {
    const own = within ? reads.filter(({ step }) => step === within && isAskedIn(within, reads)) : reads;
    const [first] = own;
    if (!first) return [];
    const values = reads.map(({ step, answer }) => answer(answersOf(step)));
    const sentence = ask(values, all.today, all.visa);
    if (!sentence) return [];
    // Only the sentence holds what a visa allows.
    const mark = markOf([key, ...values, ...(isAboutVisa ? [sentence] : [])]);
    const isConfirmed = confirmed.some((one) => one[key] === mark);
    return [{ key, mark, sentence, step: first.step.code, name: first.name, isConfirmed }];
  });
}

/** What is about the signature is asked where it is typed alone: elsewhere a tick would be the only way on. */
const isAskedIn = (step: StepDefinition, [first]: readonly { step: StepDefinition }[]): boolean =>
  first?.step.code !== "review_certification" || first.step === step;

/** Whether a step's answers that a contradiction is about are the same in two versions of the step. */
export function isAboutSame(key: string, step: StepDefinition, one: Answers, other: Answers): boolean {
  const own = contradictions.find((known) => known.key === key)?.reads.filter((read) => read.step === step) ?? [];
  const valuesIn = (answers: Answers) => JSON.stringify(own.map(({ answer }) => answer(answers) ?? null));
  return valuesIn(one) === valuesIn(other);
}

/** Those that nobody confirmed yet, which hold `Next Step` and the submission. */
export const openContradictions = (all: AllAnswers, within?: StepDefinition): Asked[] =>
  contradictionsIn(all, within).flatMap(({ isConfirmed, ...asked }) => (isConfirmed ? [] : [asked]));

/** What was confirmed and still holds, in words: `You confirmed` (N-WARN-2). */
export const confirmedSentences = (all: AllAnswers): string[] =>
  contradictionsIn(all).flatMap(({ isConfirmed, sentence }) => (isConfirmed ? [sentence] : []));

/** What is wrong with the passport today or for the trip, by the answers that no rule refuses (F-DESK-17). */
export function shortPassportIn(all: AllAnswers): ShortPassport | undefined {
  const { expirationDate } = passportInfo.read(validAnswers(passportInfo, all));
  const { intendedArrivalDate, intendedDepartureDate } = tripDetails.read(validAnswers(tripDetails, all));
  const tripEnd = intendedDepartureDate ?? intendedArrivalDate;
  return shortPassport({ expires: expirationDate, today: all.today.earliest, tripEnd });
}

/** Whether a step's answers can contradict others. */
export const canContradict = (step: StepDefinition): boolean =>
  contradictions.some(({ reads }) => reads.some((one) => one.step === step));

function validAnswers(step: StepDefinition, { steps, metadata, today, countries }: AllAnswers): Answers {
  if (!steps.includes(step)) return {};
  const stored = answersIn(metadata, step);
  const refused = new Set(
    validateStep(step, stored, today, countries, () => applicantIn(metadata)).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(relevantAnswers(step, stored)).filter(([name]) => !refused.has(name)));
}

/** A short text that is another one once a value is (FNV-1a, twice). It keeps no secret: see `Contradiction`. */
function markOf(values: readonly unknown[]): string {
  const text = JSON.stringify(values.map((value) => value ?? null));
  return [0x811c9dc5, 0x01000193].map((seed) => hashOf(text, seed).toString(36).padStart(7, "0")).join("");
}

function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash >>> 0;
}
