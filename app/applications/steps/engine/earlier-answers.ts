import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { canonicalOf } from "~/applications/steps/typed/canonical";
import { typedIn, typedOf, withTyped } from "~/applications/steps/typed/typed-part";
import type { Metadata } from "~/db/schema/applications";
import { unreadableAnswer } from "~/ground/unreadable";
import { answersIn } from "./answers-in";
import { type Answers, type Earlier, type Field, fieldsOf, type StepDefinition, textOf } from "./definition";
import { fileAnswers, isPresent, relevantAnswers } from "./relevance";
import { inWords } from "./review";

/**
 * What a step opens with: its own answers, or, while it has none, what was answered before to the same question
 * (D14, F-APPL-7).
 */
export function openingAnswers(step: StepDefinition, metadata: Metadata): Answers {
  const own = metadata[metadataKey(step)];
  if (own && isBegun(step, own))
    return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== waiting));
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
  field.kind === "list" || field.kind === "statuses" ? "" : textOf(canonicalOf(field, answer)).trim();

/**
 * Stands for an answer that the earlier step took back, and waits for what it says next, such as while a date is typed
 * again. What an applicant left empty is no answer at all, and stays so.
 */
const waiting = null;

/**
 * All answers once some were changed from `before` to `after`: an answer that still was as an earlier step said becomes
 * what that step says now, and one that somebody changed or emptied stays (F-APPL-7). What follows may be followed in
 * turn. A step that nothing changes in is the very same object.
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
    if (!field.from) return answers;
    const [said, says] = [saidIn(field.from, before), saidIn(field.from, all)];
    const isSame = comparable(field, said) === comparable(field, says);
    return isSame || !isUnedited(field, answers, said) ? answers : withAnswer(answers, field.name, says);
  }, own);
}

/** Whether a field holds what the earlier step said, or what is to come in its place. */
const isUnedited = (field: Field, own: Answers, said: unknown): boolean =>
  own[field.name] === waiting
    ? said === undefined
    : isPresent(own[field.name]) && comparable(field, own[field.name]) === comparable(field, said);

function withAnswer(answers: Answers, name: string, value: unknown): Answers {
  const ofIt = typedOf(name, answers);
  const typed = Object.entries(typedIn(answers)).filter(([input]) => !(input in ofIt));
  return withTyped({ ...answers, [name]: value ?? waiting }, Object.fromEntries(typed));
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
      : inWords(field, { [field.name]: said }, countryName);
    return says ? [[field.name, { place, says: shortened(says), answer: comparable(field, said) }]] : [];
  });
  return Object.fromEntries(hints);
}

const mostShown = 160;
const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text);

/** Whether a field holds what the earlier step says. */
export const isAsSaid = (field: Field, answers: Answers, { answer }: EarlierHint): boolean =>
  answer !== "" && comparable(field, answers[field.name]) === answer;
