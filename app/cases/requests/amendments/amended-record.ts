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
  const placeOf = new Map<string, string>();
  let previous: Amendment | undefined;
  for (const one of amended) {
    const before = previous?.answerId === one.answerId ? placeOf.get(previous.id) : undefined;
    const place = known.has(one.question) ? one.question : (before ?? "");
    placeOf.set(one.id, place);
    byQuestion.set(place, [...(byQuestion.get(place) ?? []), one]);
    previous = one;
  }
  return byQuestion;
}
