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
import { answersComparedAs } from "./passport-page";
import type { Visa } from "./visa";

/** All answers of an application by step key, with what contradictions are checked against. */
export type AllAnswers = {
  steps: readonly StepDefinition[];
  metadata: Metadata;
  today: Today;
  /** All known countries by ISO alpha-2 code. */
  countries: CountryNames;
  /** Null if no service is known. */
  visa: Visa;
  /** Answers that differ from the passport's page. Found by the server, which alone knows what the page says. */
  differences?: readonly Asked[];
};

/**
 * A contradiction to confirm. `mark` is a digest of its answers: a confirmation with another mark is void. `step` and
 * `name`: code and field of the answer to check first.
 */
export type Asked = { key: string; mark: string; sentence: string; step: string; name: string };
export type Found = Asked & { isConfirmed: boolean };

/**
 * Finds contradictions among relevant, valid answers in the order of the steps, after differences from the passport's
 * page, which are in the first two; with `within`, only those that involve
 * this step. Runs in the browser and on the server. Answers of steps that the application does not have count as
 * missing.
 */
export function contradictionsIn(all: AllAnswers, within?: StepDefinition): Found[] {
  const confirmed = Object.values(all.metadata).map(confirmedIn);
  const valid = new Map<StepDefinition, Answers>();
  const answersOf = (step: StepDefinition) => {
    const known = valid.get(step) ?? validAnswers(step, all);
    valid.set(step, known);
    return known;
  };
  const differences = (all.differences ?? [])
    .filter(({ step }) => !within || step === within.code)
    .map((asked): Found => ({ ...asked, isConfirmed: confirmed.some((record) => record[asked.key] === asked.mark) }));
  const found = contradictions.flatMap(({ key, reads, ask, isAboutVisa }): Found[] => {
    const own = within ? reads.filter(({ step }) => step === within && isAskedIn(within, reads)) : reads;
    const [first] = own;
    if (!first) return [];
    const values = reads.map(({ step, answer }) => answer(answersOf(step)));
    const sentence = ask(values, all.today, all.visa);
    if (!sentence) return [];
    // Only the sentence contains what a visa allows.
    const token = digestOf([key, ...values, ...(isAboutVisa ? [sentence] : [])]);
    const isConfirmed = confirmed.some((record) => record[key] === token);
    return [{ key, mark: token, sentence, step: first.step.code, name: first.name, isConfirmed }];
  });
  return [...differences, ...found];
}

/** Asked only where the signature is typed: elsewhere confirming would be the only way to continue. */
const isAskedIn = (step: StepDefinition, [first]: readonly { step: StepDefinition }[]): boolean =>
  first?.step.code !== "review_certification" || first.step === step;

/** Whether a contradiction's answers are the same in two versions of a step. */
export function isAboutSame(key: string, step: StepDefinition, a: Answers, b: Answers): boolean {
  const reads = contradictions.find((known) => known.key === key)?.reads ?? answersComparedAs(key);
  const own = reads.filter((read) => read.step === step);
  const valuesIn = (answers: Answers) => JSON.stringify(own.map(({ answer }) => answer(answers) ?? null));
  return valuesIn(a) === valuesIn(b);
}

/** Contradictions that block `Next Step` and the submission. */
export const openContradictions = (all: AllAnswers, within?: StepDefinition): Asked[] =>
  contradictionsIn(all, within).flatMap(({ isConfirmed, ...asked }) => (isConfirmed ? [] : [asked]));

/** Sentences of the valid confirmations, for `You confirmed`. */
export const confirmedSentences = (all: AllAnswers): string[] =>
  contradictionsIn(all).flatMap(({ isConfirmed, sentence }) => (isConfirmed ? [sentence] : []));

export function shortPassportIn(all: AllAnswers): ShortPassport | undefined {
  const { expirationDate } = passportInfo.read(validAnswers(passportInfo, all));
  const { intendedArrivalDate, intendedDepartureDate } = tripDetails.read(validAnswers(tripDetails, all));
  const tripEnd = intendedDepartureDate ?? intendedArrivalDate;
  return shortPassport({ expires: expirationDate, today: all.today.earliest, tripEnd });
}

export const canContradict = (step: StepDefinition): boolean =>
  contradictions.some(({ reads }) => reads.some((read) => read.step === step));

/** The relevant answers of a step that break no rule. */
export function validAnswers(step: StepDefinition, { steps, metadata, today, countries }: AllAnswers): Answers {
  if (!steps.includes(step)) return {};
  const stored = answersIn(metadata, step);
  const refused = new Set(
    validateStep(step, stored, today, countries, () => applicantIn(metadata)).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(relevantAnswers(step, stored)).filter(([name]) => !refused.has(name)));
}

/** A short digest without secrecy (FNV-1a, twice): see `Contradiction`. */
function digestOf(values: readonly unknown[]): string {
  const text = JSON.stringify(values.map((value) => value ?? null));
  return [0x811c9dc5, 0x01000193].map((seed) => hashOf(text, seed).toString(36).padStart(7, "0")).join("");
}

function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
