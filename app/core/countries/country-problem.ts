import { calledSo, findCountries } from "~/core/countries/country-search";
import { isValidLine } from "~/core/text-input";
import { type CountryNames, type CountryOptionSet, countryOptions } from "./country-options";
import { stateless } from "./stateless";

/** Suggestions for an unknown text; with more matches than this, none of them is likely. */
const maxSuggestions = 3;
/** Shorter texts say too little to suggest a country. */
const fewest = 4;
const mostRepeated = 60;

/**
 * Returns the error message of a stored country, or undefined if the question accepts it. The message repeats an
 * unknown text with near matches, or with the successors of a former state.
 */
export function countryProblem(
  optionSet: CountryOptionSet,
  label: string,
  stored: string,
  names: CountryNames,
): string | undefined {
  const options = countryOptions(names, optionSet);
  if (options.some(({ code }) => code === stored)) return undefined;
  if (names.has(stored) || stored === stateless.code || !isValidLine(stored))
    return `${label}: choose a country of the list`;
  const shared = calledSo(options, stored);
  const near = stored.length < fewest ? [] : findCountries(options, stored).slice(0, maxSuggestions + 1);
  const meant = shared.length > 0 ? shared : near.length > maxSuggestions ? [] : near;
  const advice =
    meant.length > 0 ? `Did you mean ${either(meant.map(({ name }) => name))}?` : "Please choose a country.";
  return `${label}: “${[...stored].slice(0, mostRepeated).join("")}” is not on the list. ${advice}`;
}

const either = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
