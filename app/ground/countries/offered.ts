import type { CountryOption } from "~/ground/countries/country-search";
import { withoutNationals } from "~/ground/countries/without-nationals";
import { otherNames } from "./other-names";
import { stateless } from "./stateless";

/** What a question about a country takes: all of them where it says nothing (N-CTRY-6, -7). */
export type Offer = "nationalities" | "nationalities or stateless" | undefined;

/**
 * The names of countries by their codes: of the server a Map, of a test also a Set of codes, each its own name. In the
 * order of the screen.
 */
export type CountryNames = Pick<ReadonlyMap<string, string>, "has" | "entries">;

const lists = new WeakMap<CountryNames, Map<Offer, readonly CountryOption[]>>();

/** The countries that a question offers, with the names under which they are found. Made once for each offer. */
export function offeredCountries(names: CountryNames, offer: Offer): readonly CountryOption[] {
  const made = lists.get(names) ?? new Map<Offer, readonly CountryOption[]>();
  lists.set(names, made);
  let list = made.get(offer);
  if (!list) {
    const all = [...names.entries()].map(([code, name]) => ({ code, name, aliases: otherNames(code) }));
    const some = offer ? all.filter(({ code }) => !withoutNationals.has(code)) : all;
    list = offer === "nationalities or stateless" ? [...some, stateless] : some;
    made.set(offer, list);
  }
  return list;
}

const named = new WeakMap<readonly CountryOption[], CountryNames>();

/** The names of a list of countries. Made once for each list. */
export function namesIn(countries: readonly CountryOption[]): CountryNames {
  const names = named.get(countries) ?? new Map(countries.map(({ code, name }) => [code, name]));
  named.set(countries, names);
  return names;
}
