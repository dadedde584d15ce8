import { nameWords } from "~/db/folded";

export type CountryOption = {
  /** ISO 3166-1 alpha-2, capitals. */
  code: string;
  name: string;
  /** Other names under which it is found: "USA", "America". */
  aliases?: readonly string[] | undefined;
};

/**
 * Small letters without accents, dots and apostrophes; `st` is `saint`. Words stay apart: "Côte d’Ivoire" becomes `cote
 * divoire`, "St. Lucia" `saint lucia`.
 */
function plain(text: string): string {
  return nameWords(text.replaceAll(".", "").replaceAll("&", " and "))
    .join(" ")
    .replace(/\bst(?= )/g, "saint");
}

const littleWords = new Set(["the", "of", "and"]);

/**
 * What is compared: the letters alone, with and without the little words; empty for a text without letters. Two letters
 * apart are no code.
 */
function keysOf(text: string): string[] {
  const words = plain(text).split(" ");
  const bare = words.filter((word) => !littleWords.has(word));
  const joined = (some: string[]) => some.join(some.join("").length > 2 ? "" : " ");
  return [...new Set([joined(words), joined(bare)])].filter(Boolean);
}

type Keys = { name: string[]; others: string[]; words: string[] };
const known = new WeakMap<CountryOption, Keys>();

function keysOfCountry(country: CountryOption): Keys {
  let keys = known.get(country);
  if (!keys) {
    const others = [country.code, ...(country.aliases ?? [])];
    keys = {
      name: keysOf(country.name),
      others: others.flatMap(keysOf),
      words: [country.name, ...(country.aliases ?? [])].map((name) => ` ${plain(name)}`),
    };
    known.set(country, keys);
  }
  return keys;
}

/** Whether `one` becomes `other` by at most one slip: a letter too many, missing, another one, or two exchanged. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

/** Letters from which on a slip is looked for: of shorter texts too much is near (N-CTRY-2). */
const enoughLetters = 5;

/** Whether a name, or its beginning while it is still typed, is one slip away. */
const isNear = (typed: string, name: string): boolean =>
  typed.length >= enoughLetters &&
  name.length >= enoughLetters &&
  [-1, 0, 1].some((more) => isOneSlip(typed, name.slice(0, typed.length + more)));

const exactly = (country: CountryOption, keys: readonly string[]): boolean => {
  const { name, others } = keysOfCountry(country);
  return keys.some((key) => name.includes(key) || others.includes(key));
};

/** The countries whose name, code or other name was typed exactly. */
export const calledSo = <Found extends CountryOption>(countries: readonly Found[], typed: string): Found[] => {
  const keys = keysOf(typed);
  return countries.filter((country) => exactly(country, keys));
};

/**
 * The one country whose name, code or other name was typed exactly, whatever its capitals, accents and punctuation
 * (N-CTRY-3); nothing for a name that several share.
 */
export function theCountry<Found extends CountryOption>(countries: readonly Found[], typed: string): Found | undefined {
  const [only, another] = calledSo(countries, typed);
  return another ? undefined : only;
}

const noMatch = 9;

function rankOf(country: CountryOption, keys: readonly string[], word: string): number {
  const { name, others, words } = keysOfCountry(country);
  if (keys.some((key) => name.includes(key))) return 0;
  if (keys.some((key) => others.includes(key))) return 1;
  if (name.some((one) => keys.some((key) => one.startsWith(key)))) return 2;
  if (others.some((one) => keys.some((key) => one.startsWith(key)))) return 3;
  return words.some((one) => one.includes(` ${word}`)) ? 4 : noMatch;
}

/**
 * The countries that a typed text may mean, best first: its name, an exact code or other name, the beginning of the
 * name, of another name, of a later word; where there is none of these, those that are one slip away (N-CTRY-1, -2).
 */
export function findCountries<Found extends CountryOption>(countries: readonly Found[], typed: string): Found[] {
  const keys = keysOf(typed);
  if (keys.length === 0) return typed.trim() === "" ? [...countries] : [];
  const word = plain(typed);
  const found = countries
    .map((country) => ({ country, rank: rankOf(country, keys, word) }))
    .filter((entry) => entry.rank < noMatch)
    .sort((one, other) => one.rank - other.rank)
    .map((entry) => entry.country);
  return found.length > 0 ? found : countries.filter((country) => isNearCountry(country, keys));
}

function isNearCountry(country: CountryOption, keys: readonly string[]): boolean {
  const { name, others } = keysOfCountry(country);
  return [...name, ...others].some((one) => keys.some((key) => isNear(key, one)));
}
