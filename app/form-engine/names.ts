// The only comparison of names.

import { foldedNameParts } from "~/db/folded";

import { normalized } from "~/normalized";

const lettersOf = (name: string) => foldedNameParts(name).join("");

/** Ignores case, accents, hyphens and word order. */
export const isSameName = (a: string, b: string): boolean =>
  foldedNameParts(a).sort().join(" ") === foldedNameParts(b).sort().join(" ") || lettersOf(a) === lettersOf(b);

/** From step 1; a single name is the last name (N-LACK-2). */
export type PersonName = {
  first?: string | undefined;
  middle?: string | undefined;
  last?: string | undefined;
  native?: string | undefined;
};

export const fullName = ({ first, middle, last }: PersonName): string =>
  [first, middle, last].filter(Boolean).join(" ");

/** In Latin letters or in the native alphabet. */
export const isNameOf = (name: string, person: PersonName): boolean =>
  isSameName(name, fullName(person)) || (person.native !== undefined && isSameName(name, person.native));

/**
 * Whether a signature contains the last and the first given name. It may add other names of step 1, initials, or one
 * middle name that step 1 doesn't have; people who sign for or with somebody write more.
 */
export function isSignedBy(signature: string, person: PersonName): boolean {
  const { first = "", middle = "", last = "" } = person;
  if (isNameOf(signature, person) || isNameOf(signature, { ...person, middle: undefined })) return true;
  const words = foldedNameParts(signature);
  const [given, ...further] = foldedNameParts(first);
  const left = given === undefined ? undefined : without(words, [given, ...foldedNameParts(last)]);
  if (!left) return false;
  const known = new Set([...further, ...foldedNameParts(middle)]);
  const [unknown, ...more] = left.filter((word) => [...word].length > 1 && !known.has(word));
  return unknown === undefined || (more.length === 0 && words[0] !== unknown && words.at(-1) !== unknown);
}

/** Undefined if one of them is missing. */
function without(words: readonly string[], excluded: readonly string[]): string[] | undefined {
  const left = [...words];
  for (const word of excluded) {
    const index = left.indexOf(word);
    if (index < 0) return undefined;
    left.splice(index, 1);
  }
  return left;
}

/** Two letters of any script, not one repeated (N-SIGN-1), or the applicant's whole name, such as O. */
export function canBeSigned(text: string, applicant?: () => PersonName): boolean {
  const letters = normalized(text).toLowerCase().match(/\p{L}/gu) ?? [];
  if (new Set(letters).size >= 2) return true;
  return letters.length > 0 && applicant !== undefined && isNameOf(text, applicant());
}
