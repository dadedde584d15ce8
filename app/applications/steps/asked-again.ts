import type { AskedAgain } from "~/db/schema/applications";
import { type Answers, type Field, fieldsOf, type StepDefinition } from "../../form-engine/definition";
import { answerOf, isPresent, visibleFields } from "../../form-engine/relevance";
import { rawInputIn, rawInputOf, withRawInput } from "../../form-engine/typed/raw-input";
import { metadataKey } from "./registry";

export type AskedQuestions = AskedAgain["answers"];

const isAskedAnew = (field: Field, answers: Answers, today: string): boolean =>
  typeof field.anew === "function" ? field.anew(answers, today) : field.anew === true;

/**
 * A step's answers for a renewal, and the questions that were answered and are asked again. Files are left out by
 * `isFileAsked`, because staff decide about documents. `today`: YYYY-MM-DD.
 */
export function leaveOutForRenewal(
  step: StepDefinition,
  answers: Answers,
  { today, isFileAsked }: { today: string; isFileAsked: (documentType: string) => boolean },
): { answers: Answers; asked: string[] } {
  const left = fieldsOf(step).filter((field) =>
    field.kind === "file" ? isFileAsked(field.documentType) : isAskedAnew(field, answers, today),
  );
  const names = new Set(left.flatMap((field) => (field.kind === "file" ? [field.name, field.filename] : [field.name])));
  const rawInput = Object.entries(rawInputIn(answers)).filter(
    ([input]) => !left.some((field) => input in rawInputOf(field.name, answers)),
  );
  const rest = Object.fromEntries(Object.entries(answers).filter(([name]) => !names.has(name)));
  return {
    answers: withRawInput(rest, Object.fromEntries(rawInput)),
    asked: left.filter((field) => isQuestion(field) && isPresent(answers[field.name])).map(({ name }) => name),
  };
}

/** A computed answer is not asked for. */
const isQuestion = (field: Field): boolean => !("compute" in field && field.compute);

/** A step's questions that were asked again and have no answer yet. */
export function openQuestions(asked: AskedQuestions, step: StepDefinition, answers: Answers): Field[] {
  const names = asked[metadataKey(step)] ?? [];
  if (names.length === 0) return [];
  return visibleFields(step, answers).filter(
    (field) => names.includes(field.name) && !isPresent(answerOf(field, answers)),
  );
}
