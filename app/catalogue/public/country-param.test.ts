import { expect, test } from "vitest";
import { countryInWords, countryParam, findCountry } from "./country-param";

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
])("'%s' means %s", (param, code) => {
  expect(findCountry(countries, param)?.code).toBe(code);
});

test("what a link says of a country finds it again", () => {
  for (const country of countries) expect(findCountry(countries, countryParam(country))).toBe(country);
});

test.each([
  ["United Kingdom", "the United Kingdom"],
  ["Bahamas", "the Bahamas"],
  ["Dominican Republic", "the Dominican Republic"],
  ["Canada", "Canada"],
])("%s is %s within a sentence", (name, words) => {
  expect(countryInWords(name)).toBe(words);
});
