import { nameWords } from "~/db/folded";

export type CountryOption = {
  /** ISO 3166-1 alpha-2, capitals. */
  code: string;
  name: string;
  /** Other searchable names: "USA", "America". */
  aliases?: readonly string[] | undefined;
};

/** Lower case without accents, dots, apostrophes: "Côte d’Ivoire" becomes `cote divoire`, "St. Lucia" `saint lucia`. */
function plain(text: string): string {
  return nameWords(text.replaceAll(".", "").replaceAll("&", " and "))
    .join(" ")
    .replace(/\bst(?= )/g, "saint");
}

const littleWords = new Set(["the", "of", "and"]);

/** The comparison keys: only letters, with and without short words. "U S" is not the code US. */
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

/** Whether the texts differ by at most one typo: a letter inserted, missing or replaced, or two swapped. */
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

/** Shorter texts are one typo away from too many names. */
const enoughLetters = 5;

/** Also matches the beginning of a name, while it is still being typed. */
const isNear = (typed: string, name: string): boolean =>
  typed.length >= enoughLetters &&
  name.length >= enoughLetters &&
  [-1, 0, 1].some((more) => isOneSlip(typed, name.slice(0, typed.length + more)));

const exactly = (country: CountryOption, keys: readonly string[]): boolean => {
  const { name, others } = keysOfCountry(country);
  return keys.some((key) => name.includes(key) || others.includes(key));
};

export const calledSo = <Found extends CountryOption>(countries: readonly Found[], typed: string): Found[] => {
  const keys = keysOf(typed);
  return countries.filter((country) => exactly(country, keys));
};

/** Returns the single country whose name, code or alias equals the input; undefined for a name that several share. */
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
 * Returns the countries that the input may mean, best first: name, exact code or alias, beginning of the name, of an
 * alias, of a later word. Only if nothing matches: names that are one typo away.
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
