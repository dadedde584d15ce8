// The one comparison of names (N-WARN-9, N-SIGN-2).

import { nameWords } from "~/db/folded";

import { normalized } from "~/normalized";

const lettersOf = (name: string) => nameWords(name).join("");

/** Whether two names are the same, apart from case, accents, hyphens and the order of their words. */
export const isSameName = (one: string, other: string): boolean =>
  nameWords(one).sort().join(" ") === nameWords(other).sort().join(" ") || lettersOf(one) === lettersOf(other);

/** A person's name as step 1 has it; who has one name only has it as the last one (N-LACK-2). */
export type PersonName = {
  first?: string | undefined;
  middle?: string | undefined;
  last?: string | undefined;
  native?: string | undefined;
};

export const fullName = ({ first, middle, last }: PersonName): string =>
  [first, middle, last].filter(Boolean).join(" ");

/** Whether a name is the person's whole one, in Latin letters or in the native alphabet. */
export const isNameOf = (name: string, person: PersonName): boolean =>
  isSameName(name, fullName(person)) || (person.native !== undefined && isSameName(name, person.native));

/**
 * Whether a signature is the person's name, middle names apart: the last name and the first given name stand in it.
 * What else stands there are other names of step 1, initials, or one middle name that step 1 does not have; who signs
 * for somebody else, or with somebody, writes more.
 */
export function isSignedBy(signature: string, person: PersonName): boolean {
  const { first = "", middle = "", last = "" } = person;
  if (isNameOf(signature, person) || isNameOf(signature, { ...person, middle: undefined })) return true;
  const words = nameWords(signature);
  const [given, ...further] = nameWords(first);
  const left = given === undefined ? undefined : without(words, [given, ...nameWords(last)]);
  if (!left) return false;
  const known = new Set([...further, ...nameWords(middle)]);
  const [unknown, ...more] = left.filter((word) => [...word].length > 1 && !known.has(word));
  return unknown === undefined || (more.length === 0 && words[0] !== unknown && words.at(-1) !== unknown);
}

/** The words without some of them; undefined where one of these is missing. */
function without(words: readonly string[], taken: readonly string[]): string[] | undefined {
  const left = [...words];
  for (const word of taken) {
    const place = left.indexOf(word);
    if (place < 0) return undefined;
    left.splice(place, 1);
  }
  return left;
}

/**
 * Whether a text can be a name that somebody signs with: two letters of any script, not one repeated (N-SIGN-1). Fewer
 * are enough where they are the whole name of the applicant, such as the single name Oo or O (N-LACK-2).
 */
export function canBeSigned(text: string, applicant?: () => PersonName): boolean {
  const letters = normalized(text).toLowerCase().match(/\p{L}/gu) ?? [];
  if (new Set(letters).size >= 2) return true;
  return letters.length > 0 && applicant !== undefined && isNameOf(text, applicant());
}
