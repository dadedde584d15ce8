import { type Answers, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { fileAnswers } from "~/form-engine/relevance";
import { storableAnswers, unstorableAnswers } from "~/form-engine/storable";
import { rawInputIn, rawInputOf, withRawInput } from "~/form-engine/typed/raw-input";
import { isAddress } from "./entered-step";

export type WhatStays = ReturnType<typeof withWhatStays>;

/**
 * Merges the typed answers with stored ones that the form left out: hidden ones, files and the email. Separates what
 * can't be stored.
 */
export function withWhatStays(
  definition: StepDefinition,
  form: Answers,
  stored: Answers,
  { hidden, email }: { hidden: ReadonlySet<string>; email: string },
) {
  const stays: Answers = { ...fileAnswers(definition, stored) };
  let rawInput = rawInputIn(form);
  for (const { name } of fieldsOf(definition)) {
    if (isAddress(definition, name)) stays[name] = stored[name] ?? email;
    if (!hidden.has(name)) continue;
    if (stored[name] !== undefined) stays[name] = stored[name];
    rawInput = { ...rawInput, ...rawInputOf(name, stored) };
  }
  const answers = withRawInput({ ...form, ...stays }, rawInput);
  const unstorable = unstorableAnswers(definition, answers);
  return { typed: answers, unfit: unstorable, storable: storableAnswers(definition, answers, unstorable, stored) };
}
