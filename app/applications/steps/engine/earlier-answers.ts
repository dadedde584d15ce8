import { metadataKey } from "~/applications/steps/registry";
import type { Metadata } from "~/db/schema/applications";
import { answersIn } from "./answers-in";
import { type Answers, fieldsOf, type StepDefinition } from "./definition";
import { fileAnswers, isPresent, relevantAnswers } from "./relevance";

/**
 * What a step opens with: its own answers, or, while it has none, what was answered before to the same question
 * (D14).
 */
export function openingAnswers(step: StepDefinition, metadata: Metadata): Answers {
  const own = metadata[metadataKey(step)];
  const files = fileAnswers(step, own ?? {});
  // Files are stored separately, so a step that has only files counts as not filled in.
  if (own && (Object.keys(own).length === 0 || Object.keys(own).length > Object.keys(files).length)) return own;
  const known: Answers = {};
  for (const { name, from } of fieldsOf(step)) {
    if (!from) continue;
    const value = from.answer(relevantAnswers(from.step, answersIn(metadata, from.step)));
    if (isPresent(value)) known[name] = value;
  }
  return { ...known, ...files };
}
