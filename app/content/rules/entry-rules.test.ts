import { assert, constantFrom, integer, property, record, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";
import { countryOptions } from "~/core/countries/country-options";
import { countryNames } from "~/core/countries.server";
import { daysAfter, isDay } from "~/core/time";
import { entryAnswers, entryPurposes } from "~/db/schema/values";
import { allOthers, answerFor, type EntryRule, standingOf } from "./entry-rules";
import { headlineOfOutcome, lastCheckedOf, notChecked, ownCountry, sourceTextOf } from "./words";

const today = "2026-11-28";
const passports = countryOptions(countryNames, "nationalities or stateless").map(({ code }) => code);
const destinations = ["BS", "US", "CA", "GB", "FR", "JM", "BB", "AE", "AU"];

const rule = (over: Partial<EntryRule> = {}): EntryRule => ({
  ...{ id: "r", passports: ["BS"], destination: "GB", purpose: "visit", answer: "eta", otherwise: null, stay: null },
  ...{ conditions: [], notes: [], officialPage: null, checkedOn: null, reviewDays: 90, service: null, notNeeded: [] },
  source: { name: "A law", url: "https://law.example/1", dated: "2021-09-21" },
  ...over,
});

const trips = record({
  passports: uniqueArray(constantFrom(...passports, allOthers), { minLength: 1, maxLength: 3 }),
  destination: constantFrom(...destinations),
  purpose: constantFrom(...entryPurposes),
  answer: constantFrom(...entryAnswers),
  checked: integer({ min: 0, max: 500 }),
  reviewDays: integer({ min: 7, max: 365 }),
}).map(({ checked, ...trip }) => rule({ ...trip, checkedOn: checked > 400 ? null : daysAfter(today, -checked) }));

/** As the database guarantees it: one rule for each passport, destination and purpose. */
const publicRules = uniqueArray(trips, {
  maxLength: 12,
  selector: ({ destination, purpose }) => `${destination} ${purpose}`,
});

test("[B-CHECK-4] every passport, destination and purpose has exactly one answer, and none of a rule is without a source", () => {
  assert(
    property(publicRules, (rules) => {
      for (const destination of destinations)
        for (const purpose of entryPurposes)
          for (const passport of passports) {
            const outcome = answerFor(rules, passport, destination, purpose, today);
            const headline = headlineOfOutcome(outcome);
            if (passport === destination) expect(headline).toBe(ownCountry);
            else if (outcome.kind === "rule") {
              const { rule: found, standing } = outcome;
              if (!found.passports.includes(passport)) expect(found.passports).toContain(allOthers);
              expect([found.destination, found.purpose]).toEqual([destination, purpose]);
              expect(URL.canParse(sourceTextOf(found).link.url)).toBe(true);
              if (found.checkedOn === null) expect(standing).toBe("unchecked");
            } else expect(headline).toBe(notChecked);
          }
    }),
    { numRuns: 15 },
  );
});

describe("the rule of a trip", () => {
  test("[B-RULE-4] a rule that names the passport takes precedence over one for all others", () => {
    const rules = [
      rule({ id: "others", passports: [allOthers], answer: "required" }),
      rule({ id: "named", passports: ["BS", "JM"] }),
    ];
    const idOf = (passport: string) => {
      const outcome = answerFor(rules, passport, "GB", "visit", today);
      return outcome.kind === "rule" ? outcome.rule.id : outcome.kind;
    };
    expect(["BS", "JM", "HT", "XXA", "GB"].map(idOf)).toEqual(["named", "named", "others", "others", "own"]);
    expect(answerFor(rules, "BS", "GB", "study", today).kind).toBe("unanswered");
    expect(answerFor(rules, "BS", "US", "visit", today).kind).toBe("unanswered");
  });

  test("[B-RULE-9, B-CHECK-11] a rule becomes due on the day after its last one, on every date", () => {
    assert(
      property(integer({ min: 0, max: 20_000 }), integer({ min: 7, max: 365 }), (from, reviewDays) => {
        const checkedOn = daysAfter("2000-01-01", from);
        const last = daysAfter(checkedOn, reviewDays);
        expect(isDay(last)).toBe(true);
        expect(standingOf({ checkedOn, reviewDays }, last)).toBe("checked");
        expect(standingOf({ checkedOn, reviewDays }, daysAfter(last, 1))).toBe("due");
      }),
    );
    expect(standingOf({ checkedOn: null, reviewDays: 90 }, today)).toBe("unchecked");
  });
});

describe("what an answer is based on", () => {
  const textOf = (over: Partial<EntryRule>) => {
    const { before, link, after } = sourceTextOf(rule(over));
    return `${before}${link.label}${after}`;
  };
  const undated = { source: { name: "A law", url: "https://law.example/1", dated: null } };

  test("[B-CHECK-7] a checked rule names the day of the check and its source with the source's own date", () => {
    expect(textOf({ checkedOn: "2026-11-20" })).toBe(
      "Checked by our office on November 20, 2026. Source: A law, September 21, 2021.",
    );
    expect(textOf({ checkedOn: "2026-11-20", ...undated })).toBe(
      "Checked by our office on November 20, 2026. Source: A law, no date given.",
    );
  });

  test("[B-CHECK-7] an unchecked rule says that nobody has checked it, and one that is due when it was", () => {
    expect(textOf({})).toMatch(/^The source said so on September 21, 2021; our office has not checked it yet\. /);
    expect(textOf(undated)).toMatch(/^The source gives no date; our office has not checked it yet\. /);
    const due = answerFor([rule({ checkedOn: "2026-08-20" })], "BS", "GB", "visit", today);
    expect(lastCheckedOf(due)).toBe("When we last checked, on August 20, 2026:");
    expect(lastCheckedOf(answerFor([rule()], "BS", "GB", "visit", today))).toBeNull();
  });
});

test("[B-CHECK-5] each answer has its headline", () => {
  const headlines = entryAnswers.map((answer) =>
    headlineOfOutcome(answerFor([rule({ answer })], "BS", "GB", "visit", today)),
  );
  expect(headlines).toEqual([
    "You do not need a visa.",
    "You do not need a visa, but an electronic travel authorization before you travel.",
    "You need an eVisa before you travel.",
    "You get a visa on arrival.",
    "You need a visa before you travel.",
    "It depends on your trip.",
    "Visas are not being issued at present.",
  ]);
});
