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

/** Answers that a step opens with: its own, or before it has any, earlier answers to the same questions (D14). */
export function openingAnswers(step: StepDefinition, metadata: Metadata): Answers {
  const own = metadata[metadataKey(step)];
  if (own && isStarted(step, own)) return own;
  const known = fieldsOf(step).map(({ name, from }) => [name, from && answerFrom(from, metadata)] as const);
  return { ...Object.fromEntries(known.filter(([, value]) => isPresent(value))), ...own };
}

/** Files are stored separately, so a step with only files counts as not filled in. */
const isStarted = (step: StepDefinition, own: Answers): boolean => {
  const count = Object.keys(own).length;
  return count === 0 || count > Object.keys(fileAnswers(step, own)).length;
};

function answerFrom({ step, answer }: Earlier<unknown>, metadata: Metadata): unknown {
  const value = answer(relevantAnswers(step, answersIn(metadata, step)));
  if (!isPresent(value) || value === unreadableAnswer) return undefined;
  return typeof value === "number" ? String(value) : value;
}

const comparable = (field: Field, answer: unknown): string =>
  field.kind === "list" || field.kind === "statuses" ? "" : textOf(canonicalAnswer(field, answer)).trim();

/**
 * Updates copied answers after a change from `before` to `after`: an answer that equals the earlier step's follows it,
 * all others stay. If the earlier step no longer has an answer, the copy stays too: it may be the applicant's own.
 * Copies of copies follow. Unchanged steps keep their identity.
 */
export function followed(before: Metadata, after: Metadata, steps: readonly StepDefinition[] = knownSteps): Metadata {
  let all = after;
  // Each pass follows one step further; a field that followed differs from `before`, so it follows only once.
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
    const current = answerFrom(field.from, all);
    const [previous, next] = [answerFrom(field.from, before), current].map((value) => comparable(field, value));
    if (next === "" || next === previous || comparable(field, own[field.name]) !== previous) return answers;
    return withAnswer(answers, field.name, current);
  }, own);
}

function withAnswer(answers: Answers, name: string, value: unknown): Answers {
  const ofIt = rawInputOf(name, answers);
  const rawInput = Object.entries(rawInputIn(answers)).filter(([input]) => !(input in ofIt));
  return withRawInput({ ...answers, [name]: value }, Object.fromEntries(rawInput));
}

export const isAskedAgain = (definition: StepDefinition, steps: readonly StepDefinition[]): boolean =>
  steps.some((step) => fieldsOf(step).some(({ from }) => from?.step === definition));

export type EarlierHint = {
  /** The earlier step's number, as the applicant sees it. */
  place: number;
  /** Formatted, shown if the answer differs. */
  says: string;
  /** Compared with the field's answer; an empty one equals none. */
  answer: string;
};

/** Earlier answers to a step's questions, by field. `steps`: all that the applicant sees, in order. */
export function earlierHints(
  definition: StepDefinition,
  metadata: Metadata,
  steps: readonly StepDefinition[],
  countryName: (code: string) => string,
): Record<string, EarlierHint> {
  const hints = fieldsOf(definition).flatMap((field): [string, EarlierHint][] => {
    const { from } = field;
    const stepNumber = from ? steps.indexOf(from.step) + 1 : 0;
    if (!from || stepNumber === 0 || field.kind === "list" || field.kind === "statuses") return [];
    const earlierAnswer = answerFrom(from, metadata);
    const says = from.says
      ? from.says(relevantAnswers(from.step, answersIn(metadata, from.step)))
      : formatAnswer(field, { [field.name]: earlierAnswer }, countryName);
    return says
      ? [[field.name, { place: stepNumber, says: shortened(says), answer: comparable(field, earlierAnswer) }]]
      : [];
  });
  return Object.fromEntries(hints);
}

const mostShown = 160;
const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text);

export const matchesEarlierAnswer = (field: Field, answers: Answers, { answer }: EarlierHint): boolean =>
  answer !== "" && comparable(field, answers[field.name]) === answer;
