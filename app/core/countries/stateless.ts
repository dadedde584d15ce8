import type { CountryOption } from "~/core/countries/country-search";

/** As a passport's machine-readable zone (ICAO 9303) writes it in place of a country. */
export const stateless: CountryOption = {
  code: "XXA",
  name: "Stateless",
  aliases: ["No nationality", "Apátrida", "Apatride", "Staatenlos"],
};
