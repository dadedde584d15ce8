import { expect, test } from "vitest";
import { findCountries, theCountry } from "~/core/countries/country-search";

const countries = [
  { code: "BS", name: "Bahamas" },
  { code: "CI", name: "Côte d’Ivoire", aliases: ["Ivory Coast"] },
  { code: "GB", name: "United Kingdom", aliases: ["UK"] },
  { code: "UM", name: "United States Minor Outlying Islands" },
  { code: "US", name: "United States of America", aliases: ["USA"] },
];
const codes = (query: string) => findCountries(countries, query).map((country) => country.code);

test("an empty search finds every country", () => {
  expect(codes("  ")).toEqual(["BS", "CI", "GB", "UM", "US"]);
});

test("accents, apostrophes and other names don't prevent a match", () => {
  expect(codes("cote d'iv")).toEqual(["CI"]);
  expect(codes("ivory")).toEqual(["CI"]);
  expect(codes("kingdom")).toEqual(["GB"]);
});

test("a complete match of a code or other name comes first", () => {
  expect(codes("us")).toEqual(["US"]);
  expect(codes("uk")).toEqual(["GB"]);
  expect(codes("united")).toEqual(["GB", "UM", "US"]);
});

test("[N-CTRY-3] typed text selects a country only by its whole name or code", () => {
  const meant = (query: string) => theCountry(countries, query)?.code;
  expect(meant(" usa ")).toBe("US");
  expect(meant("united states")).toBeUndefined();
  expect(meant("united k")).toBeUndefined();
  expect(meant("baha")).toBeUndefined();
  expect(meant("the bahamas")).toBe("BS");
  expect(meant("ba")).toBeUndefined();
  expect(meant("atlantis")).toBeUndefined();
  expect(meant("")).toBeUndefined();
});
