import type { CountryOption } from "~/core/countries/country-search";
import { withoutNationals } from "~/core/countries/without-nationals";
import { stateless } from "./stateless";

export type CountryOptionSet = "nationalities" | "nationalities or stateless" | undefined;

/** Country names by code, in display order. A Map on the server; tests may pass a Set of codes, each its own name. */
export type CountryNames = Pick<ReadonlyMap<string, string>, "has" | "entries">;

type OtherNames = (code: string) => readonly string[] | undefined;
let otherNames: OtherNames | undefined = import.meta.env.SSR ? (await import("./other-names")).otherNames : undefined;
let lists = new WeakMap<CountryNames, Map<CountryOptionSet, readonly CountryOption[]>>();

/**
 * Loaded when somebody starts to type, to keep it out of the page's first bytes. Until then, or if it can't be loaded,
 * the input stays as typed and the server resolves it.
 */
export async function loadOtherNames(): Promise<OtherNames> {
  if (otherNames) return otherNames;
  const loaded = await import("./other-names");
  lists = new WeakMap();
  otherNames = loaded.otherNames;
  return otherNames;
}

export function countryOptions(names: CountryNames, optionSet: CountryOptionSet): readonly CountryOption[] {
  const made = lists.get(names) ?? new Map<CountryOptionSet, readonly CountryOption[]>();
  lists.set(names, made);
  let list = made.get(optionSet);
  if (!list) {
    const all = [...names.entries()].map(([code, name]) => ({ code, name, aliases: otherNames?.(code) }));
    const base = optionSet ? all.filter(({ code }) => !withoutNationals.has(code)) : all;
    list = optionSet === "nationalities or stateless" ? [...base, stateless] : base;
    made.set(optionSet, list);
  }
  return list;
}

const named = new WeakMap<readonly CountryOption[], CountryNames>();

export function namesIn(countries: readonly CountryOption[]): CountryNames {
  const names = named.get(countries) ?? new Map(countries.map(({ code, name }) => [code, name]));
  named.set(countries, names);
  return names;
}
