import { describe, expect, test } from "vitest";
import { passportInfo } from "~/applications/steps/passport-info";
import { knownSteps } from "~/applications/steps/registry";
import { reviewField } from "~/applications/steps/review";
import { countryAliases } from "~/core/countries/aliases";
import { countryOptions } from "~/core/countries/country-options";
import { countryProblem } from "~/core/countries/country-problem";
import { findCountries, theCountry } from "~/core/countries/country-search";
import { demonyms } from "~/core/countries/demonyms";
import { formerStates } from "~/core/countries/former";
import { stateless } from "~/core/countries/stateless";
import { countryName, countryNames } from "~/core/countries.server";
import { withCountryCodes } from "./typed-countries";

const all = countryOptions(countryNames, undefined);
const meant = (rawText: string) => theCountry(all, rawText)?.code;
const found = (rawText: string) => findCountries(all, rawText).map(({ code }) => code);

const problem = (stored: string, offers?: "nationalities" | "nationalities or stateless") =>
  countryProblem(offers, "Country of birth", stored, countryNames);

describe("[N-CTRY-1] countries in people's words", () => {
  test.each([
    ["usa", "US"],
    ["america", "US"],
    ["england", "GB"],
    ["uk", "GB"],
    ["ivory coast", "CI"],
    ["holland", "NL"],
    ["DRC", "CD"],
    ["swaziland", "SZ"],
    ["burma", "MM"],
    ["cape verde", "CV"],
    ["deutschland", "DE"],
    ["españa", "ES"],
    ["ayiti", "HT"],
    ["the bahamas", "BS"],
    ["bhs", "BS"],
    ["St. Kitts & Nevis", "KN"],
    ["saint lucia", "LC"],
    ["Côte d'Ivoire", "CI"],
    ["中国", "CN"],
  ])("%s finds its country first", (rawText, code) => {
    expect([meant(rawText), found(rawText)[0]]).toEqual([code, code]);
  });

  test("an exact match comes before names that only begin with the text", () => {
    expect(found("uk").slice(0, 2)).toEqual(["GB", "UA"]);
    expect(found("niger").slice(0, 2)).toEqual(["NE", "NG"]);
    expect([meant("uk"), meant("niger")]).toEqual(["GB", "NE"]);
  });

  test("every country is found by its name and code, and no other name equals another country's code", () => {
    for (const country of all)
      expect([meant(country.name), meant(country.code), meant(country.code.toLowerCase())]).toEqual(
        Array(3).fill(country.code),
      );
    expect(Object.keys(countryAliases).filter((code) => !countryNames.has(code))).toEqual([]);
    const several = new Set(
      formerStates.filter(([, codes]) => codes.includes(" ")).flatMap(([name]) => name.split("|")),
    );
    const shared = new Set(all.flatMap(({ aliases = [] }) => aliases.filter((alias) => !meant(alias))));
    expect([...shared].filter((name) => !several.has(name)).sort()).toEqual([
      ...["Channel Islander", "Congo", "Congolese", "Dominican", "Korea", "Korean"],
      ...["Saint Martin", "St Martin", "Virgin Islander", "Virgin Islands"],
    ]);
    expect([...several].filter((name) => !shared.has(name))).toEqual([]);
  });
});

describe("[F-CTRY-2] former states", () => {
  const soviet = ["AM", "AZ", "BY", "EE", "GE", "KG", "KZ", "LT", "LV", "MD", "RU", "TJ", "TM", "UA", "UZ"];
  test.each([
    ["USSR", soviet],
    ["u.s.s.r.", soviet],
    ["Soviet Union", soviet],
    ["Yugoslavia", ["BA", "HR", "ME", "MK", "RS", "SI", "XK"]],
    ["czechoslovakia", ["CZ", "SK"]],
    ["Netherlands Antilles", ["AW", "BQ", "CW", "SX"]],
  ])("[F-CTRY-2] %s became several countries, which are all suggested and none is chosen", (rawText, codes) => {
    expect([found(rawText).sort(), meant(rawText)]).toEqual([codes, undefined]);
    const names = codes.map(countryName).sort();
    const message = problem(rawText) ?? "";
    expect(names.filter((name) => !message.includes(name))).toEqual([]);
    expect(message).toMatch(/Did you mean .* or .*\?$/);
  });

  test.each([
    ["East Germany", "DE"],
    ["GDR", "DE"],
    ["British Honduras", "BZ"],
    ["british guiana", "GY"],
    ["Ceylon", "LK"],
    ["Rhodesia", "ZW"],
    ["Upper Volta", "BF"],
  ])("[F-CTRY-2] %s is %s today", (rawText, code) => {
    expect([meant(rawText), found(rawText)[0]]).toEqual([code, code]);
  });

  test("[F-CTRY-2] every former state maps to existing countries", () => {
    expect(formerStates.flatMap(([, codes]) => codes.split(" ")).filter((code) => !countryNames.has(code))).toEqual([]);
  });
});

describe("[F-APPL-2] nationalities in people's words", () => {
  test.each([
    ["British", "GB"],
    ["american", "US"],
    ["Chinese", "CN"],
    ["Dutch", "NL"],
    ["Haitian", "HT"],
    ["Bahamian", "BS"],
    ["Swiss", "CH"],
    ["Indian", "IN"],
    ["guinean", "GN"],
    ["Nigerien", "NE"],
    ["Nigerian", "NG"],
    ["St Lucian", "LC"],
  ])("[F-APPL-2] %s finds %s, before names that only begin with the text", (rawText, code) => {
    expect([meant(rawText), found(rawText)[0]]).toEqual([code, code]);
  });

  test("[F-APPL-2] Dominican suggests both countries and chooses none", () => {
    expect([found("Dominican").slice(0, 2), meant("Dominican")]).toEqual([["DM", "DO"], undefined]);
    expect(problem("Dominican")).toMatch(/Did you mean Dominica or Dominican Republic\?$/);
  });

  test("[F-APPL-2] every inhabited country is found first by each of its nationals' names", () => {
    const withPeople = countryOptions(countryNames, "nationalities").map(({ code }) => code);
    expect(withPeople.filter((code) => !demonyms[code])).toEqual([]);
    for (const [code, names] of Object.entries(demonyms))
      for (const name of names.split("|")) {
        const all = found(name);
        expect([name, all.slice(0, meant(name) ? 1 : 2)]).toEqual([name, expect.arrayContaining([code])]);
      }
  });
});

test.each([
  ["COTE DIVOIRE", "CI"],
  ["u.s.a.", "US"],
  ["jAMAICA", "JM"],
  ["  trinidad   and tobago ", "TT"],
  ["CURACAO", "CW"],
])("[N-CTRY-2] capitals, accents and punctuation are ignored: %s", (rawText, code) => {
  expect(meant(rawText)).toBe(code);
});

test.each([
  ["bahmas", ["BS"]],
  ["jamiaca", ["JM"]],
  ["hatii", ["HT"]],
  ["austrlia", ["AU", "AT"]],
  ["bahamass", ["BS"]],
  ["cubz", []],
  ["atlantis", []],
])("[N-CTRY-2] one typo in five letters or more suggests the country and chooses none: %s", (rawText, codes) => {
  expect([found(rawText).sort(), meant(rawText)]).toEqual([[...codes].sort(), undefined]);
});

test.each(["congo", "korea", "virgin islands", "saint martin", "guin", "united", "", "?", "A Z"])(
  "[N-CTRY-3] text that several countries share, or none has completely, chooses none: %s",
  (rawText) => {
    expect(meant(rawText)).toBeUndefined();
  },
);

test.each([
  ["Bahmas", "Country of birth: “Bahmas” is not on the list. Did you mean Bahamas?"],
  ["Atlantis", "Country of birth: “Atlantis” is not on the list. Please choose a country."],
  [
    "congo",
    "Country of birth: “congo” is not on the list. Did you mean Democratic Republic of the Congo or Republic of the Congo?",
  ],
  ["un", "Country of birth: “un” is not on the list. Please choose a country."],
  ["BS", undefined],
  ["AQ", undefined],
])("[N-CTRY-4] text that names no country is refused with the closest ones: %s", (stored, message) => {
  expect(problem(stored)?.split(/ or /).sort()).toEqual(message?.split(/ or /).sort());
});

test("[N-CTRY-4] a typed name becomes its code wherever it is read, and other text stays", () => {
  const answers = {
    nationalityCountry: "deutschland",
    issuingCountry: "Atlantis",
    permanentResidentCountry: "BS",
    otherNationalities: [{ country: "ayiti" }, { country: "Congo", passportNumber: "X1" }, {}],
  };
  expect(withCountryCodes(passportInfo, answers, countryNames)).toEqual({
    nationalityCountry: "DE",
    issuingCountry: "Atlantis",
    permanentResidentCountry: "BS",
    otherNationalities: [{ country: "HT" }, { country: "Congo", passportNumber: "X1" }, {}],
  });
});

describe("[N-CTRY-6] territories without nationals", () => {
  const uninhabited = ["AQ", "BV", "GS", "HM", "IO", "TF", "UM"];

  test("territories without nationals are neither suggested nor accepted as a nationality, but as a destination they are", () => {
    const optionCodes = countryOptions(countryNames, "nationalities").map(({ code }) => code);
    expect(all.map(({ code }) => code).filter((code) => !optionCodes.includes(code))).toEqual(
      all.map(({ code }) => code).filter((code) => uninhabited.includes(code)),
    );
    for (const code of uninhabited)
      expect([problem(code, "nationalities"), problem(code)]).toEqual([
        "Country of birth: choose a country of the list",
        undefined,
      ]);
  });

  test("every question about a nationality, a citizenship or an issuer omits them, and no other question does", () => {
    const countryFields = knownSteps.flatMap((step) =>
      step.sections.flatMap(({ fields }) =>
        fields.flatMap((field) =>
          (field.kind === "list" ? field.fields : [field]).flatMap((part) =>
            part.kind === "country"
              ? [{ name: field.kind === "list" ? `${field.name}.${part.name}` : part.name, offers: part.offers }]
              : [],
          ),
        ),
      ),
    );
    const isOfPeople = (name: string) => /nationalit|citizenship|issuing/i.test(name);
    expect(countryFields.filter(({ name, offers }) => isOfPeople(name) !== (offers !== undefined))).toEqual([]);
    expect(countryFields.filter(({ offers }) => offers).map(({ name }) => name)).toEqual([
      "nationalityCountry",
      "issuingCountry",
      "otherNationalities.country",
      "fatherCitizenship",
      "motherCitizenship",
      "spouseNationality",
    ]);
  });
});

test("[N-CTRY-7] stateless is last among the nationalities, is accepted there only, and is no country", () => {
  const nationality = passportInfo.sections[0]?.fields.find(({ name }) => name === "nationalityCountry");
  if (nationality?.kind !== "country") throw new Error("no nationality");
  expect(countryOptions(countryNames, nationality.offers).at(-1)).toBe(stateless);
  expect([problem("XXA", nationality.offers), problem("XXA", "nationalities"), problem("XXA")]).toEqual([
    undefined,
    "Country of birth: choose a country of the list",
    "Country of birth: choose a country of the list",
  ]);
  const answers = { nationalityCountry: "stateless", issuingCountry: "stateless" };
  expect(withCountryCodes(passportInfo, answers, countryNames)).toEqual({
    nationalityCountry: "XXA",
    issuingCountry: "stateless",
  });
  expect(reviewField(nationality, { nationalityCountry: "XXA" }, countryName).answer).toBe("Stateless");
});
