import type { EntryRuleContent } from "./shape";

/** For passports of the Bahamas and short visits, from laws and pages of governments. Nobody has checked them yet. */
export const starterEntryRules: readonly EntryRuleContent[] = [
  {
    destination: "US",
    answer: "depends",
    otherwiseAnswer: "required",
    conditions: [
      "You fly from Nassau or Freeport and pass US preclearance there.",
      "You carry a Bahamian police certificate that is less than six months old (from the age of 14).",
      "You have never been refused entry, removed, or found ineligible for a US visa.",
    ],
    notes: ["By sea you always need a visa."],
    sourceName: "U.S. Embassy in The Bahamas",
    sourceUrl: "https://bs.usembassy.gov/preclearance/",
    sourceDated: "2021-09-21",
    needed: "us-travel-b1-b2-visa",
    notNeeded: [],
  },
  {
    destination: "GB",
    answer: "eta",
    stay: "up to 6 months",
    conditions: ["This applies to travel from January 8, 2025."],
    officialPage: "https://www.gov.uk/eta",
    sourceName: "Immigration Rules, Appendix ETA National List",
    sourceUrl: "https://www.gov.uk/guidance/immigration-rules/immigration-rules-appendix-eta-national-list",
    sourceDated: "2026-04-29",
    notNeeded: ["uk-visitor-visa"],
  },
  {
    // The Schengen area is the aliased destination France.
    destination: "FR",
    answer: "visa_free",
    stay: "up to 90 days in any 180 days",
    conditions: ["ETIAS, an authorization before travel, is to begin; ask us whether it has."],
    sourceName: "Regulation (EU) 2018/1806, Annex II, consolidated text",
    sourceUrl: "https://eur-lex.europa.eu/eli/reg/2018/1806/oj",
    notNeeded: ["schengen-visitor-visa"],
  },
];
