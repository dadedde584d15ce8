import { countrySlug } from "~/content/seo/page-paths";

export type KnownCountry = { name: string; code: string; aliases: readonly string[] };
type Conflict = { field: "name" | "code" | "aliases"; message: string };

const inList = ({ name }: KnownCountry): string => `${name} is already in the list.`;
const takenMessage = (word: string, { name }: KnownCountry): string => `${word} already stands for ${name}.`;

/** Spellings as stored: upper case, without duplicates. */
export const spellings = (rawInputs: readonly string[]): string[] => [
  ...new Set(rawInputs.map((name) => name.trim().toUpperCase()).filter((name) => name !== "")),
];

/** Why a country conflicts with the others: its name, code or a spelling belongs to another one. */
export function takenBy(country: KnownCountry, countries: readonly KnownCountry[]): Conflict | null {
  const slug = countrySlug(country);
  const named = countries.find((candidate) => countrySlug(candidate) === slug);
  if (named) return { field: "name", message: inList(named) };
  const coded = countries.find(({ code }) => code === country.code);
  if (coded) return { field: "code", message: inList(coded) };
  const called = countries.find(({ aliases }) => aliases.includes(country.code));
  if (called) return { field: "code", message: takenMessage(country.code, called) };
  const meant = countries.find((candidate) => candidate.aliases.includes(country.name.toUpperCase()));
  if (meant) return { field: "name", message: takenMessage(country.name, meant) };
  for (const alias of country.aliases) {
    const conflicting = countries.find(
      ({ name, code, aliases }) => code === alias || name.toUpperCase() === alias || aliases.includes(alias),
    );
    if (conflicting) return { field: "aliases", message: takenMessage(alias, conflicting) };
  }
  return null;
}
