import type { CountryOption } from "~/core/countries/country-search";

/** As a passport's machine-readable zone writes it (ICAO 9303), in place of a country. */
export const stateless: CountryOption = {
  code: "XXA",
  name: "Stateless",
  aliases: ["No nationality", "Apátrida", "Apatride", "Staatenlos"],
};
