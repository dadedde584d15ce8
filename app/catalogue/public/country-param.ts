type Named = { code: string; aliases: readonly string[] };

/** What `/services?country=` says of a country: its first alias, as people write it, or its code. */
export function countryParam({ code, aliases }: Named): string {
  return (aliases[0] ?? code).toLowerCase();
}

/** The country that a link means: by ISO code or alias, in any case. */
export function findCountry<Country extends Named>(countries: readonly Country[], param: string): Country | undefined {
  const normalized = param.trim().toUpperCase();
  return countries.find(({ code, aliases }) => code === normalized || aliases.includes(normalized));
}

/** A country's name within a sentence: `the United Kingdom`, `Canada`. */
export const countryInWords = (name: string) =>
  /^(United|Bahamas|Netherlands|Philippines|Maldives|Seychelles|Gambia)\b|Republic$|Islands$/.test(name)
    ? `the ${name}`
    : name;
