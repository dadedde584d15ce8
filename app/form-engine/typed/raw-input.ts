import type { Answers } from "~/form-engine/definition";

/**
 * The key of raw input next to canonical values: `{name}` is such as `1990-05-14`, and `_typed` an object by input name
 * (`dateOfBirth.month`; in a list entry without the list's part). Contains only what differs from the value, or could
 * not be read.
 */
export const rawInputKey = "_typed";

export type RawInput = Record<string, string>;

/** Older metadata may contain anything. */
export function rawInputIn(answers: Answers): RawInput {
  const rawInput = answers[rawInputKey];
  if (typeof rawInput !== "object" || rawInput === null) return {};
  const texts = Object.entries(rawInput).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}

/** `name` is the field's own or one of its inputs. */
const isInputOf = (field: string, name: string): boolean => name === field || name.startsWith(`${field}.`);

export const rawInputOf = (field: string, answers: Answers): RawInput =>
  Object.fromEntries(Object.entries(rawInputIn(answers)).filter(([name]) => isInputOf(field, name)));

export function withRawInput(answers: Answers, rawInput: RawInput): Answers {
  const { [rawInputKey]: _, ...rest } = answers;
  return Object.keys(rawInput).length > 0 ? { ...rest, [rawInputKey]: rawInput } : rest;
}

/** For signing and tables. */
export const withoutRawInput = (answers: Answers): Answers => withRawInput(answers, {});
