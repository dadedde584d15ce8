type Country = { code: string; name: string; aliases?: readonly string[] | undefined };

/** Small letters without accents: "Côte d'Ivoire" is found by "cote d ivoire". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function namesOf(country: Country): string[] {
  return [country.name, country.code, ...(country.aliases ?? [])].map(plain);
}

function sameCountry(country: Country, typed: string): boolean {
  const query = plain(typed);
  return query !== "" && namesOf(country).includes(query);
}

/**
 * The country that a typed text means once the field is left: its whole name, or at least three letters that fit one
 * only.
 */
export function theCountry<Found extends Country>(countries: readonly Found[], typed: string): Found | undefined {
  const whole = countries.find((country) => sameCountry(country, typed));
  if (whole || plain(typed).length < 3) return whole;
  const [only, another] = findCountries(countries, typed);
  return another ? undefined : only;
}

/**
 * Best matches first: the exact name, an exact code or alias, the beginning of the name, the beginning of an alias, the
 * beginning of a later word.
 */
export function findCountries<Found extends Country>(countries: readonly Found[], typed: string): Found[] {
  const query = plain(typed);
  if (query === "") return [...countries];
  const rank = (country: Found): number => {
    const [name = "", code = "", ...aliases] = namesOf(country);
    if (name === query) return 0;
    if (code === query || aliases.includes(query)) return 1;
    if (name.startsWith(query)) return 2;
    if (aliases.some((alias) => alias.startsWith(query))) return 3;
    if (` ${name}`.includes(` ${query}`)) return 4;
    return 9;
  };
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter((entry) => entry.rank < 9)
    .sort((one, other) => one.rank - other.rank)
    .map((entry) => entry.country);
}
