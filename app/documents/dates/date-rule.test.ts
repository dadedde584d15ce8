import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysAfter } from "~/core/time";
import { dateRules, dateRuleUnits } from "~/db/schema/values";
import {
  conditionOf,
  conditionOfDocument,
  conditionOfFile,
  type DocumentCondition,
  type DocumentDateRule,
  goodUntil,
  neededUntil,
  sentenceOf,
  statementOf,
  tripEndOf,
} from "./date-rule";

const rule = (kind: DocumentDateRule["rule"], amount: number, unit: DocumentDateRule["unit"]) => ({
  rule: kind,
  amount,
  unit,
});
const medical = rule("filing", 30, "days");
const photo = rule("submission", 6, "months");
const insurance = rule("trip", 3, "months");

const draft = { today: "2026-09-20", submittedOn: null, plannedFilingOn: "2026-09-20", tripEnd: null };
const dates = { issuedOn: null, expiresOn: null };
const judge = (of: DocumentDateRule, change: Partial<Parameters<typeof conditionOf>[0]>) =>
  conditionOf({ ...draft, ...dates, rule: of, ...change });

describe("the statement of a rule", () => {
  test.each<[DocumentDateRule, string]>([
    [medical, "It must be issued at most 30 days before we file your application."],
    [photo, "It must be issued at most 6 months before you submit your application."],
    [insurance, "It must be valid for at least 3 months after your trip."],
    [rule("filing", 1, "days"), "It must be issued at most 1 day before we file your application."],
    [rule("trip", 1, "months"), "It must be valid for at least 1 month after your trip."],
  ])("[U-AGE-2] %j says: %s", (stated, sentence) => expect(statementOf(stated)).toBe(sentence));
});

describe("calendar days", () => {
  test.each<[DocumentDateRule, string, string]>([
    [medical, "2026-09-01", "2026-10-01"],
    [rule("filing", 1, "days"), "2026-12-31", "2027-01-01"],
    // The clocks change on November 1 and March 14: days are counted, not hours.
    [medical, "2026-10-20", "2026-11-19"],
    [medical, "2027-03-01", "2027-03-31"],
    [photo, "2026-05-04", "2026-11-04"],
    [photo, "2026-08-31", "2027-02-28"],
    [photo, "2027-08-31", "2028-02-29"],
    [photo, "2027-08-29", "2028-02-29"],
    [rule("submission", 1, "months"), "2027-01-31", "2027-02-28"],
    [rule("submission", 12, "months"), "2028-02-29", "2029-02-28"],
    [rule("submission", 48, "months"), "2024-02-29", "2028-02-29"],
    [rule("submission", 365, "days"), "2027-03-01", "2028-02-29"],
  ])("[U-AGE-3] with %j a document issued on %s is good until %s, inclusive", (judged, issuedOn, until) => {
    expect(goodUntil(judged, issuedOn)).toBe(until);
    const on = (today: string) => judge(judged, { issuedOn, today, plannedFilingOn: today });
    expect(on(until)).toEqual({ state: "good", until });
    expect(on(daysAfter(until, 1)).state).toBe("too-old");
  });

  test.each<[DocumentDateRule, string, string]>([
    [insurance, "2026-12-01", "2027-03-01"],
    [insurance, "2026-11-30", "2027-02-28"],
    [rule("trip", 10, "days"), "2026-12-25", "2027-01-04"],
  ])("[U-AGE-3] with %j and a trip that ends on %s a document must be valid until %s", (judged, tripEnd, until) => {
    expect(neededUntil(judged, tripEnd)).toBe(until);
    expect(judge(judged, { tripEnd, expiresOn: until })).toEqual({ state: "good", until });
    const early = judge(judged, { tripEnd, expiresOn: daysAfter(until, -1) });
    expect(sentenceOf(early)).toMatch(/^It expires too early: it must be valid until /);
  });

  test("[U-AGE-3] the trip ends on the departure, or on the arrival if there is none", () => {
    expect(tripEndOf({ arrival: "2026-12-01", departure: "2026-12-20" })).toBe("2026-12-20");
    expect(tripEndOf({ arrival: "2026-12-01", departure: "" })).toBe("2026-12-01");
    expect(tripEndOf({ arrival: undefined, departure: null })).toBeNull();
  });
});

const first = "2023-01-01";
const anyDay = fc.integer({ min: 0, max: 4000 }).map((days) => daysAfter(first, days));
const anyRule = fc.record({
  rule: fc.constantFrom(...dateRules),
  amount: fc.integer({ min: 1, max: 999 }),
  unit: fc.constantFrom(...dateRuleUnits),
});
const ageRule = anyRule.filter((candidate) => candidate.rule !== "trip");
const later = fc.integer({ min: 0, max: 2000 });

describe("every rule and day", () => {
  test("[U-AGE-3] no later reference day makes a document recent enough that was too old", () => {
    fc.assert(
      fc.property(ageRule, anyDay, anyDay, later, fc.boolean(), (judged, issuedOn, day, days, isSubmitted) => {
        const on = (reference: string) =>
          judge(judged, {
            issuedOn,
            today: reference,
            submittedOn: isSubmitted ? reference : null,
            plannedFilingOn: reference,
          }).state;
        if (on(day) === "too-old") expect(on(daysAfter(day, days))).toBe("too-old");
      }),
    );
  });

  test("[U-AGE-3] the last good day is good, and the next day is not", () => {
    fc.assert(
      fc.property(ageRule, anyDay, (judged, issuedOn) => {
        const until = goodUntil(judged, issuedOn);
        const on = (today: string) => judge(judged, { issuedOn, today, plannedFilingOn: today }).state;
        expect([on(issuedOn), on(until), on(daysAfter(until, 1))]).toEqual(["good", "good", "too-old"]);
      }),
    );
  });

  test("[U-AGE-3] a newer document is never good for a shorter time, nor is a higher amount", () => {
    fc.assert(
      fc.property(ageRule, anyDay, later, (judged, issuedOn, days) => {
        expect(goodUntil(judged, daysAfter(issuedOn, days)) >= goodUntil(judged, issuedOn)).toBe(true);
        const more = { ...judged, amount: judged.amount + 1 };
        expect(goodUntil(more, issuedOn) > goodUntil(judged, issuedOn)).toBe(true);
      }),
    );
  });

  test("[U-AGE-3] a day so many months later is in that month, and its last day at most", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 999 }), (issuedOn, amount) => {
        const until = goodUntil(rule("filing", amount, "months"), issuedOn);
        const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
        expect(months(until) - months(issuedOn)).toBe(amount);
        const isLastDay = daysAfter(until, 1).endsWith("-01");
        expect(until.slice(8) === issuedOn.slice(8) || (isLastDay && until.slice(8) < issuedOn.slice(8))).toBe(true);
      }),
    );
  });
});

describe("the sentence of a file", () => {
  const submitted = { submittedOn: "2026-09-20", today: "2026-12-24" };
  test.each<[string, DocumentDateRule, Partial<Parameters<typeof conditionOf>[0]>, string]>([
    ["recent enough", medical, { issuedOn: "2026-10-01", today: "2026-10-01" }, "Good until October 31, 2026."],
    [
      "too old",
      medical,
      { issuedOn: "2026-09-01", today: "2026-10-02" },
      "Too old: it was issued on September 1, 2026, and at most 30 days are allowed. Please upload a newer one.",
    ],
    [
      "older than one month",
      rule("submission", 1, "months"),
      { issuedOn: "2026-08-01" },
      "Too old: it was issued on August 1, 2026, and at most 1 month is allowed. Please upload a newer one.",
    ],
    [
      "good now, too old on the planned filing day",
      medical,
      { issuedOn: "2026-10-01", today: "2026-10-02", plannedFilingOn: "2026-11-04" },
      "It will be too old when we file: it is good until October 31, and we plan to file on November 4, 2026.",
    ],
    [
      "good until the end of one year, filed in the next",
      medical,
      { issuedOn: "2026-12-01", today: "2026-12-02", plannedFilingOn: "2027-01-04" },
      "It will be too old when we file: it is good until December 31, 2026, and we plan to file on January 4, 2027.",
    ],
    [
      "judged by the day of submission, which has passed",
      photo,
      { issuedOn: "2026-03-25", ...submitted, plannedFilingOn: "2026-12-24" },
      "Good until September 25, 2026.",
    ],
    [
      "too old on the day of submission",
      photo,
      { issuedOn: "2026-03-19", ...submitted },
      "Too old: it was issued on March 19, 2026, and at most 6 months are allowed. Please upload a newer one.",
    ],
    [
      "not valid for long enough",
      insurance,
      { expiresOn: "2027-02-28", tripEnd: "2026-12-01" },
      "It expires too early: it must be valid until March 1, 2027.",
    ],
    [
      "valid for long enough",
      insurance,
      { expiresOn: "2027-03-01", tripEnd: "2026-12-01" },
      "Good until March 1, 2027.",
    ],
    [
      "without a date of issue",
      medical,
      { expiresOn: "2027-03-01" },
      "Please give the date of issue: we need it to tell whether this is recent enough.",
    ],
    [
      "without an expiry date",
      insurance,
      { issuedOn: "2026-09-01" },
      "Please give the expiry date: we need it to tell whether this is valid for long enough.",
    ],
    [
      "without travel dates",
      insurance,
      { expiresOn: "2030-01-01" },
      "We check this once you have entered your travel dates.",
    ],
  ])("[U-AGE-6] %s", (_, judged, days, sentence) => expect(sentenceOf(judge(judged, days))).toBe(sentence));
});

describe("after the submission", () => {
  test("[U-AGE-11] a sentence asks an applicant for nothing that the page has no place for, and staff for nothing at all", () => {
    const read = (of: DocumentDateRule, change: Partial<Parameters<typeof conditionOf>[0]>) =>
      (["page", "desk"] as const).map((place) => sentenceOf(judge(of, change), place));
    const old = "Too old: it was issued on September 1, 2026, and at most 30 days are allowed.";
    expect(read(medical, { issuedOn: "2026-09-01", today: "2026-10-02" })).toEqual([old, old]);
    expect(read(medical, {})).toEqual([
      "No date of issue yet. We’ll read it from the document.",
      "No date of issue yet.",
    ]);
    expect(read(insurance, {})).toEqual([
      "No expiry date yet. We’ll read it from the document.",
      "No expiry date yet.",
    ]);
    expect(read(insurance, { expiresOn: "2030-01-01" })).toEqual([
      "We’ll check this once we know your travel dates.",
      "This can be checked once the travel dates are known.",
    ]);
  });
});

describe("a document with several files", () => {
  const file = (issuedOn: string | null, more: { scan?: string; isRefused?: boolean } = {}) => ({
    ...{ issuedOn, expiresOn: null, scan: "clean" },
    ...more,
  });
  const days = { ...draft, today: "2026-10-10", plannedFilingOn: "2026-10-20" };
  const stateOf = (...files: ReturnType<typeof file>[]): DocumentCondition["state"] | undefined =>
    conditionOfDocument(medical, files, days)?.state;
  const [good, soon, old] = [file("2026-10-01"), file("2026-09-15"), file("2026-09-01")];

  test("[U-AGE-8] one good file is enough, in any order", () => {
    expect(stateOf(good, old)).toBe("good");
    expect(stateOf(old, file(null), soon, good)).toBe("good");
    expect(conditionOfDocument(medical, [file("2026-10-02"), good, old], days)).toMatchObject({ until: "2026-11-01" });
  });

  test("[U-AGE-8] it is too old when no file is good, and at least one has a date", () => {
    expect(stateOf(old, file(null))).toBe("too-old");
    expect(stateOf(old, soon)).toBe("too-old-when-filed");
    expect(stateOf(file(null), file(null))).toBe("without-date");
    expect(stateOf()).toBeUndefined();
  });

  test("[U-AGE-8] files with a virus and files that staff did not accept are left aside", () => {
    expect(stateOf(old, file("2026-10-01", { scan: "infected" }))).toBe("too-old");
    expect(stateOf(old, file("2026-10-01", { isRefused: true }))).toBe("too-old");
    expect(stateOf(file("2026-09-01", { isRefused: true }))).toBeUndefined();
    expect(stateOf(good, file("2026-09-01", { isRefused: true }))).toBe("good");
  });

  const says = (own: ReturnType<typeof file>, ...others: ReturnType<typeof file>[]) =>
    sentenceOf(conditionOfFile(medical, own, others, days));

  test("[U-AGE-8] a file says which good one replaces it, and its own state where none does", () => {
    const newest = "The newer one is good until October 31, 2026.";
    expect(says(old, soon, good)).toBe(`Issued on September 1, 2026. ${newest}`);
    expect(says(soon, good)).toBe(`Issued on September 15, 2026. ${newest}`);
    expect(says(file(null), good)).toBe(
      "No date needed: another file of this document is good until October 31, 2026.",
    );
    expect(says(good, file("2026-10-02"))).toBe("Good until October 31, 2026.");
    for (const others of [[], [soon], [file("2026-10-01", { isRefused: true })]])
      expect(says(old, ...others)).toMatch(/^Too old: /);
  });

  test("[U-AGE-8] one that expires too early is replaced by one that is valid for longer", () => {
    const trip = { ...days, tripEnd: "2026-12-01" };
    const expiring = (expiresOn: string) => ({ ...file(null), expiresOn });
    expect(sentenceOf(conditionOfFile(insurance, expiring("2027-02-28"), [expiring("2027-03-01")], trip))).toBe(
      "Expires on February 28, 2027. The newer one is good until March 1, 2027.",
    );
  });
});
