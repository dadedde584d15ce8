import type { Answers } from "~/form-engine/definition";

/**
 * Where a step's answers hold what the applicant confirmed of contradictions that were asked about in it (N-WARN-2): an
 * object by the contradiction's key. Its value is a mark of the answers that it was asked about, and none of them.
 */
export const confirmedKey = "_confirmed";

/** Marks by the keys of contradictions. */
export type Confirmed = Record<string, string>;

/** The name of the input that confirms a contradiction. */
export const confirmingInput = (key: string): string => `${confirmedKey}.${key}`;

/** What a key of a contradiction must look like: any other can't be confirmed. */
const aKey = /^[a-zA-Z\d]{1,40}$/;
const aMark = /^[\da-z]{1,16}$/;
const most = 20;

const wellFormed = (entries: Iterable<[string, unknown]>): Confirmed =>
  Object.fromEntries(
    [...entries]
      .filter((one): one is [string, string] => aKey.test(one[0]) && typeof one[1] === "string" && aMark.test(one[1]))
      .slice(0, most),
  );

/** What was confirmed in a step; metadata of older origin may hold anything, in the place of a step too. */
export function confirmedIn(answers: Answers | null | undefined): Confirmed {
  const confirmed = answers?.[confirmedKey];
  return typeof confirmed === "object" && confirmed !== null ? wellFormed(Object.entries(confirmed)) : {};
}

/** The answers with this confirmed in their step, or with nothing where nothing was. */
export function withConfirmed(answers: Answers, confirmed: Confirmed): Answers {
  const { [confirmedKey]: _, ...rest } = answers;
  return Object.keys(confirmed).length > 0 ? { ...rest, [confirmedKey]: confirmed } : rest;
}

type Form = { get: (name: string) => FormDataEntryValue | null; keys: () => Iterable<string> };

/** What a form confirms; what is no mark of ours is left out. */
export function readConfirmed(form: Form): Confirmed {
  const start = confirmingInput("");
  const names = [...new Set(form.keys())].filter((name) => name.startsWith(start));
  return wellFormed(names.map((name) => [name.slice(start.length), form.get(name)]));
}
