import { countrySlug } from "~/content/seo/page-paths";

export type KnownCountry = { name: string; code: string; aliases: readonly string[] };
type Taken = { field: "name" | "code" | "aliases"; message: string };

const inList = ({ name }: KnownCountry): string => `${name} is already in the list.`;
const standsFor = (word: string, { name }: KnownCountry): string => `${word} already stands for ${name}.`;

/** Spellings as stored: upper case, without duplicates. */
export const spellings = (typed: readonly string[]): string[] => [
  ...new Set(typed.map((one) => one.trim().toUpperCase()).filter((one) => one !== "")),
];

/** Why a country conflicts with the others: its name, code or a spelling belongs to another one. */
export function takenBy(given: KnownCountry, others: readonly KnownCountry[]): Taken | null {
  const slug = countrySlug(given);
  const named = others.find((other) => countrySlug(other) === slug);
  if (named) return { field: "name", message: inList(named) };
  const coded = others.find(({ code }) => code === given.code);
  if (coded) return { field: "code", message: inList(coded) };
  const called = others.find(({ aliases }) => aliases.includes(given.code));
  if (called) return { field: "code", message: standsFor(given.code, called) };
  const meant = others.find((other) => other.aliases.includes(given.name.toUpperCase()));
  if (meant) return { field: "name", message: standsFor(given.name, meant) };
  for (const alias of given.aliases) {
    const other = others.find(
      ({ name, code, aliases }) => code === alias || name.toUpperCase() === alias || aliases.includes(alias),
    );
    if (other) return { field: "aliases", message: standsFor(alias, other) };
  }
  return null;
}
