import type { Answers } from "~/form-engine/definition";

/**
 * The answers that a correction changes in its step: stored form by name, null for one that no longer applies. JSON in
 * `case_item_answers.answer`.
 */
export type Changes = Answers;

/** No schema: a case's page reads this too, and need not load a parser for JSON that we wrote. */
export const changesIn = (json: string): Changes => ({ ...JSON.parse(json) });

/** The answers of the step with the correction applied. */
export function correctedAnswers(answers: Answers, changes: Changes): Answers {
  return Object.fromEntries(Object.entries({ ...answers, ...changes }).filter(([, value]) => value !== null));
}
