import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

countries.registerLocale(english);
// A Map, because raw input could be the name of an object's property, such as `constructor`.
const names = new Map(Object.entries(countries.getNames("en", { select: "official" })));

export const countryList: { code: string; name: string }[] = [...names]
  .map(([code, name]) => ({ code, name }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

export const countryNames: ReadonlyMap<string, string> = new Map(countryList.map(({ code, name }) => [code, name]));

export const countryCodes: ReadonlySet<string> = new Set(names.keys());

export const countryName = (code: string): string => names.get(code) ?? code;
