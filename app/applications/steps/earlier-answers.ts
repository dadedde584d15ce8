import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { unreadableAnswer } from "~/core/unreadable";
import type { Metadata } from "~/db/schema/applications";
import { canonicalAnswer } from "~/form-engine/typed/canonical";
import { rawInputIn, rawInputOf, withRawInput } from "~/form-engine/typed/raw-input";
import {
  type Answers,
  type Earlier,
  type Field,
  fieldsOf,
  type StepDefinition,
  textOf,
} from "../../form-engine/definition";
import { fileAnswers, isPresent, relevantAnswers } from "../../form-engine/relevance";
import { answersIn } from "./answers-in";
import { formatAnswer } from "./review";

/**
 * What a step opens with: its own answers, or, while it has none, what was answered before to the same question
 * (D14, F-APPL-7).
 */
export function openingAnswers(step: StepDefinition, metadata: Metadata): Answers {
  const own = metadata[metadataKey(step)];
  if (own && isBegun(step, own)) return own;
  const known = fieldsOf(step).map(({ name, from }) => [name, from && saidIn(from, metadata)] as const);
  return { ...Object.fromEntries(known.filter(([, value]) => isPresent(value))), ...own };
}

/** Files are stored separately, so a step that has only files counts as not filled in. */
const isBegun = (step: StepDefinition, own: Answers): boolean => {
  const count = Object.keys(own).length;
  return count === 0 || count > Object.keys(fileAnswers(step, own)).length;
};

/** What the earlier step says, as a form says it; undefined where it says nothing. */
function saidIn({ step, answer }: Earlier<unknown>, metadata: Metadata): unknown {
  const value = answer(relevantAnswers(step, answersIn(metadata, step)));
  if (!isPresent(value) || value === unreadableAnswer) return undefined;
  return typeof value === "number" ? String(value) : value;
}

/** An answer of a field that is asked again, in the one form in which two of them are compared; empty for none. */
const comparable = (field: Field, answer: unknown): string =>
  field.kind === "list" || field.kind === "statuses" ? "" : textOf(canonicalAnswer(field, answer)).trim();

/**
 * All answers once some were changed from `before` to `after`: an answer that is the same as an earlier step said
 * becomes what that step says now, and any other stays (F-APPL-7). Where the earlier step says nothing any longer the
 * answer stays too: it may be somebody's own, and what was answered is never taken away. What follows may be followed
 * in turn. A step that nothing changes in is the very same object.
 */
export function followed(before: Metadata, after: Metadata, steps: readonly StepDefinition[] = knownSteps): Metadata {
  let all = after;
  // Each pass follows one step further; a field whose answer followed is not as it was before, and follows once.
  for (let last: Metadata | undefined; last !== all; ) {
    last = all;
    for (const step of steps) {
      const own = all[metadataKey(step)];
      const now = own && followedStep(step, own, before, all);
      if (now && now !== own) all = { ...all, [metadataKey(step)]: now };
    }
  }
  return all;
}

function followedStep(step: StepDefinition, own: Answers, before: Metadata, all: Metadata): Answers {
  return fieldsOf(step).reduce((answers, field) => {
    if (!field.from || !isPresent(own[field.name])) return answers;
    const says = saidIn(field.from, all);
    const [said, next] = [saidIn(field.from, before), says].map((value) => comparable(field, value));
    if (next === "" || next === said || comparable(field, own[field.name]) !== said) return answers;
    return withAnswer(answers, field.name, says);
  }, own);
}

function withAnswer(answers: Answers, name: string, value: unknown): Answers {
  const ofIt = rawInputOf(name, answers);
  const typed = Object.entries(rawInputIn(answers)).filter(([input]) => !(input in ofIt));
  return withRawInput({ ...answers, [name]: value }, Object.fromEntries(typed));
}

/** Whether one of these steps asks again for what a step knows. */
export const isAskedAgain = (definition: StepDefinition, steps: readonly StepDefinition[]): boolean =>
  steps.some((step) => fieldsOf(step).some(({ from }) => from?.step === definition));

/** What an earlier step says to the question of a field. */
export type EarlierHint = {
  /** The number of that step, as the applicant sees it. */
  place: number;
  /** In words, for somebody who answered otherwise. */
  says: string;
  /** To compare the field's answer with; without it no answer is the same. */
  answer: string;
};

/** What earlier steps say to a step's questions, by their fields. `steps`: all that the applicant sees, in order. */
export function earlierHints(
  definition: StepDefinition,
  metadata: Metadata,
  steps: readonly StepDefinition[],
  countryName: (code: string) => string,
): Record<string, EarlierHint> {
  const hints = fieldsOf(definition).flatMap((field): [string, EarlierHint][] => {
    const { from } = field;
    const place = from ? steps.indexOf(from.step) + 1 : 0;
    if (!from || place === 0 || field.kind === "list" || field.kind === "statuses") return [];
    const said = saidIn(from, metadata);
    const says = from.says
      ? from.says(relevantAnswers(from.step, answersIn(metadata, from.step)))
      : formatAnswer(field, { [field.name]: said }, countryName);
    return says ? [[field.name, { place, says: shortened(says), answer: comparable(field, said) }]] : [];
  });
  return Object.fromEntries(hints);
}

const mostShown = 160;
const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text);

/** Whether a field holds what the earlier step says. */
export const matchesEarlierAnswer = (field: Field, answers: Answers, { answer }: EarlierHint): boolean =>
  answer !== "" && comparable(field, answers[field.name]) === answer;
