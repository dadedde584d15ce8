import type { Answers } from "~/form-engine/definition";

/**
 * The key of a step's confirmed contradictions: an object by the contradiction's key. Its value is a digest of the
 * answers that it was asked about, and contains none of them.
 */
export const confirmedKey = "_confirmed";

export type Confirmed = Record<string, string>;

export const confirmingInput = (key: string): string => `${confirmedKey}.${key}`;

/** Contradictions with other keys can't be confirmed. */
const aKey = /^[a-zA-Z\d]{1,40}$/;
const aToken = /^[\da-z]{1,16}$/;
const max = 20;

const wellFormed = (entries: Iterable<[string, unknown]>): Confirmed =>
  Object.fromEntries(
    [...entries]
      .filter(
        (entry): entry is [string, string] =>
          aKey.test(entry[0]) && typeof entry[1] === "string" && aToken.test(entry[1]),
      )
      .slice(0, max),
  );

/** Older metadata may contain anything, even in place of a step. */
export function confirmedIn(answers: Answers | null | undefined): Confirmed {
  const confirmed = answers?.[confirmedKey];
  return typeof confirmed === "object" && confirmed !== null ? wellFormed(Object.entries(confirmed)) : {};
}

export function withConfirmed(answers: Answers, confirmed: Confirmed): Answers {
  const { [confirmedKey]: _, ...rest } = answers;
  return Object.keys(confirmed).length > 0 ? { ...rest, [confirmedKey]: confirmed } : rest;
}

type Form = { get: (name: string) => FormDataEntryValue | null; keys: () => Iterable<string> };

/** Drops values that are no valid digest. */
export function readConfirmed(form: Form): Confirmed {
  const start = confirmingInput("");
  const names = [...new Set(form.keys())].filter((name) => name.startsWith(start));
  return wellFormed(names.map((name) => [name.slice(start.length), form.get(name)]));
}
