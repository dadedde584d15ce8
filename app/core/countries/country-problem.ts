import { calledSo, findCountries } from "~/core/countries/country-search";
import { isValidLine } from "~/core/text-input";
import { type CountryNames, type CountryOptionSet, countryOptions } from "./country-options";
import { stateless } from "./stateless";

/** Countries that are offered for a text that names none; where more are near, none of them is likely. */
const mostOffered = 3;
/** Characters from which on a text tells what was meant. */
const fewest = 4;
/** Characters of a text that a message repeats. */
const mostRepeated = 60;

/**
 * What is wrong with a stored country: the message, or undefined when it is one that the question offers. Text that
 * names none is repeated, with the countries that it is near to (N-CTRY-4, N-CTRY-6), or that were one state
 * (F-CTRY-2).
 */
export function countryProblem(
  offers: CountryOptionSet,
  label: string,
  stored: string,
  names: CountryNames,
): string | undefined {
  const offered = countryOptions(names, offers);
  if (offered.some(({ code }) => code === stored)) return undefined;
  if (names.has(stored) || stored === stateless.code || !isValidLine(stored))
    return `${label}: choose a country of the list`;
  const shared = calledSo(offered, stored);
  const near = stored.length < fewest ? [] : findCountries(offered, stored).slice(0, mostOffered + 1);
  const meant = shared.length > 0 ? shared : near.length > mostOffered ? [] : near;
  const advice =
    meant.length > 0 ? `Did you mean ${either(meant.map(({ name }) => name))}?` : "Please choose a country.";
  return `${label}: “${[...stored].slice(0, mostRepeated).join("")}” is not on the list. ${advice}`;
}

const either = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
