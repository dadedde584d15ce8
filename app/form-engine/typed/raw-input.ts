import type { Answers } from "~/form-engine/definition";

/**
 * Where answers hold what was typed beside what is meant (N-NUM-7): `{name}` is the canonical value, such as
 * `1990-05-14`, and `_typed` an object by the input's name as the form sends it (`dateOfBirth.month`; in an entry of a
 * list without the list's part). Only what differs stands there, or of what nothing canonical could be read.
 */
export const rawInputKey = "_typed";

export type RawInput = Record<string, string>;

/** What was typed beside these answers; metadata of older origin may hold anything. */
export function rawInputIn(answers: Answers): RawInput {
  const typed = answers[rawInputKey];
  if (typeof typed !== "object" || typed === null) return {};
  const texts = Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}

/** Whether a name in `_typed` is of this field: the field's own, or that of one of its boxes. */
const isTypedOf = (field: string, name: string): boolean => name === field || name.startsWith(`${field}.`);

/** What was typed into the inputs of one field. */
export const rawInputOf = (field: string, answers: Answers): RawInput =>
  Object.fromEntries(Object.entries(rawInputIn(answers)).filter(([name]) => isTypedOf(field, name)));

/** The answers with this beside them, or with nothing where nothing differs. */
export function withRawInput(answers: Answers, typed: RawInput): Answers {
  const { [rawInputKey]: _, ...rest } = answers;
  return Object.keys(typed).length > 0 ? { ...rest, [rawInputKey]: typed } : rest;
}

/** The answers alone, as they are signed and stored in tables. */
export const withoutRawInput = (answers: Answers): Answers => withRawInput(answers, {});
