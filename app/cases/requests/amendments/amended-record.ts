import type { Amendment } from "./read-amendments.server";

/**
 * Groups a step's amendments by the recorded question where they are shown: their own, or the one that they follow from
 * if the record does not have theirs; under the empty name if there is none.
 */
export function amendmentsByQuestion(
  recorded: readonly string[],
  amended: readonly Amendment[],
): Map<string, Amendment[]> {
  const known = new Set(recorded);
  const byQuestion = new Map<string, Amendment[]>();
  const questionOf = new Map<string, string>();
  let previous: Amendment | undefined;
  for (const amendment of amended) {
    const before = previous?.answerId === amendment.answerId ? questionOf.get(previous.id) : undefined;
    const question = known.has(amendment.question) ? amendment.question : (before ?? "");
    questionOf.set(amendment.id, question);
    byQuestion.set(question, [...(byQuestion.get(question) ?? []), amendment]);
    previous = amendment;
  }
  return byQuestion;
}
