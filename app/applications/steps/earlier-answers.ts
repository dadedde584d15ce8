import type { Metadata } from "~/db/schema/applications";
import { type Answers, fieldsOf, type StepDefinition } from "./definition";
import { metadataKey, stepByCode } from "./registry";
import { fileAnswers, isPresent, relevantAnswers } from "./relevance";

/** What a step opens with: its own answers, or until it has some, earlier ones to the same question (decision 14). */
export function openingAnswers(step: StepDefinition, metadata: Metadata): Answers {
  const own = metadata[metadataKey(step)];
  const files = fileAnswers(step, own ?? {});
  // A file is stored by itself: a step that has nothing else has not been filled in.
  if (own && (Object.keys(own).length === 0 || Object.keys(own).length > Object.keys(files).length)) return own;
  const known: Answers = {};
  for (const { name, from } of fieldsOf(step)) {
    const source = from && stepByCode(from.step);
    if (!source) continue;
    const answers = relevantAnswers(source, metadata[metadataKey(source)] ?? {});
    const value = from.when?.(answers) === false ? undefined : answers[from.name];
    if (isPresent(value)) known[name] = value;
  }
  return { ...known, ...files };
}
