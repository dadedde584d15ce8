import type { Answers } from "~/form-engine/definition";

/**
 * What a correction changes in its step: answers in their stored form by their names, null for one that is asked no
 * longer. This is what `case_item_answers.answer` holds of a correction, as JSON.
 */
export type Changes = Answers;

/** The page of a case reads it too, and is not to bring a parser for what we wrote ourselves (T-BYTES-2). */
export const changesIn = (json: string): Changes => ({ ...JSON.parse(json) });

/** The answers of the step once the correction is in force. */
export function correctedAnswers(answers: Answers, changes: Changes): Answers {
  return Object.fromEntries(Object.entries({ ...answers, ...changes }).filter(([, value]) => value !== null));
}
