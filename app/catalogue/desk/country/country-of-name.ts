import { phrasesOf } from "~/content/related/topics";

export type NamedCountry = { id: string; name: string; aliases: readonly string[] };

/** The countries whose name or alias the name of a service contains. */
function countriesIn<Country extends NamedCountry>(name: string, countries: readonly Country[]): Country[] {
  const holds = phrasesOf(name);
  return countries.filter(({ name: own, aliases }) => [own, ...aliases].some(holds));
}

/** Compares the country in the name of a service with the selected one. */
export function countryNamedIn<Country extends NamedCountry>(
  name: string,
  chosen: string | null,
  countries: readonly Country[],
): { country: Country | null; question: string | null } {
  const countriesInName = countriesIn(name, countries);
  const [first] = countriesInName;
  if (!first || countriesInName.some(({ id }) => id === chosen)) return { country: null, question: null };
  const chosenCountry = countries.find(({ id }) => id === chosen);
  // If the name contains several countries, none is suggested.
  if (!chosenCountry) return { country: countriesInName.length === 1 ? first : null, question: null };
  return {
    country: null,
    question: `The name says ${first.name}, but the country is ${chosenCountry.name}. Save it anyway?`,
  };
}
