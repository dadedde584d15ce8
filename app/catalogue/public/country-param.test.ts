import { expect, test } from "vitest";
import { countryInSentence } from "~/core/countries/in-sentence";
import { countryOfSlug, findCountry } from "./country-param";

const countries = [
  { code: "US", aliases: ["USA"] },
  { code: "GB", aliases: ["UK", "GBR"] },
  { code: "BS", aliases: [] },
];

test.each([
  ["usa", "US"],
  ["us", "US"],
  ["Uk", "GB"],
  ["gbr", "GB"],
  [" bs ", "BS"],
  ["mars", undefined],
  ["", undefined],
])("the parameter '%s' selects %s", (param, code) => {
  expect(findCountry(countries, param)?.code).toBe(code);
});

test.each([
  ["united-states", "US"],
  ["cote-d-ivoire", "CI"],
  ["bs", undefined],
  ["", undefined],
])("/services/%s is the page of the country %s", (slug, code) => {
  const named = [
    { name: "United States", code: "US" },
    { name: "Côte d’Ivoire", code: "CI" },
  ];
  expect(countryOfSlug(named, slug)?.code).toBe(code);
});

test.each([
  ["United Kingdom", "the United Kingdom"],
  ["Bahamas", "the Bahamas"],
  ["Dominican Republic", "the Dominican Republic"],
  ["Schengen area", "the Schengen area"],
  ["Canada", "Canada"],
])("%s reads %s within a sentence", (name, text) => {
  expect(countryInSentence(name)).toBe(text);
});
