import type { CountryOption } from "~/core/countries/country-search";
import { withoutNationals } from "~/core/countries/without-nationals";
import { stateless } from "./stateless";

/** What a question about a country takes: all of them where it says nothing (N-CTRY-6, -7). */
export type CountryOptionSet = "nationalities" | "nationalities or stateless" | undefined;

/**
 * The names of countries by their codes: of the server a Map, of a test also a Set of codes, each its own name. In the
 * order of the screen.
 */
export type CountryNames = Pick<ReadonlyMap<string, string>, "has" | "entries">;

type OtherNames = (code: string) => readonly string[] | undefined;
let otherNames: OtherNames | undefined = import.meta.env.SSR ? (await import("./other-names")).otherNames : undefined;
let lists = new WeakMap<CountryNames, Map<CountryOptionSet, readonly CountryOption[]>>();

/**
 * A page loads the other names once somebody comes to type (F-CTRY-1, T-BYTES-2). Until then, or where they can't be
 * loaded, what was typed stays as it is in the browser, and the server knows whom it means.
 */
export async function loadOtherNames(): Promise<OtherNames> {
  if (otherNames) return otherNames;
  const loaded = await import("./other-names");
  lists = new WeakMap();
  otherNames = loaded.otherNames;
  return otherNames;
}

/** The countries that a question offers, with the names under which they are found. Made once for each offer. */
export function countryOptions(names: CountryNames, offer: CountryOptionSet): readonly CountryOption[] {
  const made = lists.get(names) ?? new Map<CountryOptionSet, readonly CountryOption[]>();
  lists.set(names, made);
  let list = made.get(offer);
  if (!list) {
    const all = [...names.entries()].map(([code, name]) => ({ code, name, aliases: otherNames?.(code) }));
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
