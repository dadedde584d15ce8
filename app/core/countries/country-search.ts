import { foldedNameParts } from "~/db/folded";

export type CountryOption = {
  /** ISO 3166-1 alpha-2, capitals. */
  code: string;
  name: string;
  /** Other searchable names: "USA", "America". */
  aliases?: readonly string[] | undefined;
};

/** Lower case without accents, dots, apostrophes: "Côte d’Ivoire" becomes `cote divoire`, "St. Lucia" `saint lucia`. */
function plain(text: string): string {
  return foldedNameParts(text.replaceAll(".", "").replaceAll("&", " and "))
    .join(" ")
    .replace(/\bst(?= )/g, "saint");
}

const littleWords = new Set(["the", "of", "and"]);

/** The comparison keys: only letters, with and without short words. "U S" is not the code US. */
function keysOf(text: string): string[] {
  const words = plain(text).split(" ");
  const bare = words.filter((word) => !littleWords.has(word));
  const joined = (parts: string[]) => parts.join(parts.join("").length > 2 ? "" : " ");
  return [...new Set([joined(words), joined(bare)])].filter(Boolean);
}

type Keys = { name: string[]; others: string[]; words: string[] };
const known = new WeakMap<CountryOption, Keys>();

function keysOfCountry(country: CountryOption): Keys {
  let keys = known.get(country);
  if (!keys) {
    const otherNames = [country.code, ...(country.aliases ?? [])];
    keys = {
      name: keysOf(country.name),
      others: otherNames.flatMap(keysOf),
      words: [country.name, ...(country.aliases ?? [])].map((name) => ` ${plain(name)}`),
    };
    known.set(country, keys);
  }
  return keys;
}

/** Whether the texts differ by at most one typo: a letter inserted, missing or replaced, or two swapped. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [tailA, tailB] = [a.slice(start), b.slice(start)];
  return (
    tailA.slice(1) === tailB ||
    tailA === tailB.slice(1) ||
    tailA.slice(1) === tailB.slice(1) ||
    (tailA[0] === tailB[1] && tailA[1] === tailB[0] && tailA.slice(2) === tailB.slice(2))
  );
}

/** Shorter texts are one typo away from too many names. */
const enoughLetters = 5;

/** Also matches the beginning of a name, while it is still being typed. */
const isNear = (query: string, name: string): boolean =>
  query.length >= enoughLetters &&
  name.length >= enoughLetters &&
  [-1, 0, 1].some((more) => isOneSlip(query, name.slice(0, query.length + more)));

const exactly = (country: CountryOption, keys: readonly string[]): boolean => {
  const { name, others } = keysOfCountry(country);
  return keys.some((key) => name.includes(key) || others.includes(key));
};

export const calledSo = <Found extends CountryOption>(countries: readonly Found[], query: string): Found[] => {
  const keys = keysOf(query);
  return countries.filter((country) => exactly(country, keys));
};

/** Returns the single country whose name, code or alias equals the input; undefined for a name that several share. */
export function theCountry<Found extends CountryOption>(countries: readonly Found[], query: string): Found | undefined {
  const [only, another] = calledSo(countries, query);
  return another ? undefined : only;
}

const noMatch = 9;

function rankOf(country: CountryOption, keys: readonly string[], word: string): number {
  const { name, others, words } = keysOfCountry(country);
  if (keys.some((key) => name.includes(key))) return 0;
  if (keys.some((key) => others.includes(key))) return 1;
  if (name.some((part) => keys.some((key) => part.startsWith(key)))) return 2;
  if (others.some((alias) => keys.some((key) => alias.startsWith(key)))) return 3;
  return words.some((text) => text.includes(` ${word}`)) ? 4 : noMatch;
}

/**
 * Returns the countries that the input may mean, best first: name, exact code or alias, beginning of the name, of an
 * alias, of a later word. Only if nothing matches: names that are one typo away.
 */
export function findCountries<Found extends CountryOption>(countries: readonly Found[], query: string): Found[] {
  const keys = keysOf(query);
  if (keys.length === 0) return query.trim() === "" ? [...countries] : [];
  const word = plain(query);
  const found = countries
    .map((country) => ({ country, rank: rankOf(country, keys, word) }))
    .filter((entry) => entry.rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.country);
  return found.length > 0 ? found : countries.filter((country) => isNearCountry(country, keys));
}

function isNearCountry(country: CountryOption, keys: readonly string[]): boolean {
  const { name, others } = keysOfCountry(country);
  return [...name, ...others].some((text) => keys.some((key) => isNear(key, text)));
}
