import { expect, test } from "vitest";
import { findCountries, sameCountry } from "~/ui/country-search";

const countries = [
  { code: "BS", name: "Bahamas" },
  { code: "CI", name: "Côte d’Ivoire", aliases: ["Ivory Coast"] },
  { code: "GB", name: "United Kingdom", aliases: ["UK"] },
  { code: "UM", name: "United States Minor Outlying Islands" },
  { code: "US", name: "United States of America", aliases: ["USA"] },
];
const codes = (typed: string) => findCountries(countries, typed).map((country) => country.code);

test("everything is found by nothing typed", () => {
  expect(codes("  ")).toEqual(["BS", "CI", "GB", "UM", "US"]);
});

test("accents, apostrophes and other names do not hide a country", () => {
  expect(codes("cote d'iv")).toEqual(["CI"]);
  expect(codes("ivory")).toEqual(["CI"]);
  expect(codes("kingdom")).toEqual(["GB"]);
});

test("a code or another name that fits whole comes first", () => {
  expect(codes("us")).toEqual(["US"]);
  expect(codes("uk")).toEqual(["GB"]);
  expect(codes("united")).toEqual(["GB", "UM", "US"]);
});

test("only a whole name counts as the same", () => {
  expect(sameCountry({ code: "US", name: "United States of America", aliases: ["USA"] }, " usa ")).toBe(true);
  expect(sameCountry({ code: "US", name: "United States of America" }, "united states")).toBe(false);
  expect(sameCountry({ code: "US", name: "United States of America" }, "")).toBe(false);
});
