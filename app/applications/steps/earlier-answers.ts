import type { Metadata } from "~/db/schema/applications";
import { type Answers, fieldsOf, type StepDefinition } from "./definition";
import { metadataKey, stepByCode } from "./registry";
import { isPresent, relevantAnswers } from "./relevance";

/** What a step opens with: its own answers, or, while it has none, what was answered before to the same question (decision 14). */
export function openingAnswers(step: StepDefinition, metadata: Metadata): Answers {
  const own = metadata[metadataKey(step)];
  if (own) return own;
  const known: Answers = {};
  for (const { name, from } of fieldsOf(step)) {
    const source = from && stepByCode(from.step);
    const value = source && relevantAnswers(source, metadata[metadataKey(source)] ?? {})[from.name];
    if (isPresent(value)) known[name] = value;
  }
  return known;
}
