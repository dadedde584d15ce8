import { countrySlug } from "~/content/seo/page-paths";

/** The country of `/services?country=`: by ISO code or alias, case-insensitive. */
export function findCountry<Country extends { code: string; aliases: readonly string[] }>(
  countries: readonly Country[],
  param: string,
): Country | undefined {
  const normalized = param.trim().toUpperCase();
  return countries.find(({ code, aliases }) => code === normalized || aliases.includes(normalized));
}

export function countryOfSlug<Country extends { name: string; code: string }>(
  countries: readonly Country[],
  slug: string,
): Country | undefined {
  return countries.find((country) => countrySlug(country) === slug);
}
