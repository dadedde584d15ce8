import { describe, expect, test } from "vitest";
import { knownSteps } from "~/applications/steps/registry";
import { countryNames } from "~/core/countries.server";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, fieldsOf } from "~/form-engine/definition";
import { confirmingInput, readConfirmed } from "../../../form-engine/confirmed-part";
import { canBeSigned, isSameName, isSignedBy, type PersonName } from "../../../form-engine/names";
import { contradictionsIn, openContradictions, shortPassportIn } from "./asked";
import { contradictions } from "./contradictions";
import { asksForNames } from "./odd-names";
import type { Visa } from "./visa";

const today = { earliest: "2026-11-22", latest: "2026-11-23" };
const person = { firstName: "Natasha", lastName: "Rolle", dateOfBirth: "1990-05-04" };
const passport = { issuingCountry: "BS", issueDate: "2020-03-01", expirationDate: "2030-03-01" };

/** Answers by step number, instead of those of somebody whose answers contradict nothing. */
type AnswersByStep = Partial<Record<number, Answers>>;
const all = (byStep: AnswersByStep, visa: Visa = null) => ({
  steps: knownSteps,
  metadata: {
    ...Object.fromEntries(Object.entries(byStep).map(([n, answers]) => [`step${n}`, answers])),
    step1: { ...person, ...byStep[1] },
    step2: { ...passport, ...byStep[2] },
  },
  today,
  countries: countryNames,
  visa,
});
const texts = (byStep: AnswersByStep, visa: Visa = null) =>
  openContradictions(all(byStep, visa)).map(({ sentence }) => sentence);

const confirmedBy = (key: string) => {
  const form = new FormData();
  form.set(confirmingInput(key), "a1");
  return readConfirmed(form);
};

test("consistent answers aren't asked about", () => {
  const family = { motherDateOfBirth: "1962-01-01", fatherDateOfBirth: "1978-05-04", hasSpouse: false };
  const trip = { intendedArrivalDate: "2027-05-01", intendedDepartureDate: "2029-09-01" };
  expect(texts({ 4: trip, 5: family })).toEqual([]);
  expect(texts({ 1: { dateOfBirth: undefined }, 5: { motherDateOfBirth: "2020-01-01" } })).toEqual([]);
});

describe("[F-APPL-17] a name that looks wrong", () => {
  test.each([
    "Natasha2",
    "٣",
    "😀",
    "Rolle 🇧🇸",
    "<b>Rolle</b>",
    "N/A",
    "n/a",
    "n.a.",
    "N / A",
    "None",
    "Unknown",
    "-",
    "???",
    "=1+1",
    "rolle@mail",
  ])("%s is asked about", (name) => {
    const question = (label: string) => `${label} is “${name}”. Is that right?`;
    expect(texts({ 1: { lastName: name } })).toContain(question("Last name"));
    expect(texts({ 1: { middleName: name } })).toEqual([question("Middle name")]);
    expect(texts({ 2: { nameInPassport: name } })).toContain(question("Name as printed in the passport"));
    expect(openContradictions(all({ 1: { firstName: name } }))[0]).toMatchObject({
      step: "applicant_info",
      name: "firstName",
    });
  });
  test.each([
    "O’Brien-Núñez",
    "O'Neill",
    "Ann (Annie)",
    "Na",
    "An",
    "陳",
    "María José",
    "D. J.",
    "Jr.",
    "Владимир",
    "مُحَمَّد",
    "Nguyễn",
    "Naʻalehu",
    "Fitz`Gerald",
    "Smith, Jr",
    "de la Cruz & Co",
  ])("%s is accepted as a name", (name) => expect(texts({ 1: { firstName: name, lastName: name } })).toEqual([]));

  test("every name field of every step is checked", () => {
    const named = knownSteps.flatMap((step) =>
      fieldsOf(step)
        .filter(asksForNames)
        .map(({ name }) => `${step.number} ${name}`),
    );
    expect(named).toEqual([
      ...["1 firstName", "1 middleName", "1 lastName", "1 fullNameNativeAlphabet", "1 otherNames"],
      ...["2 nameInPassport", "3 emergencyContactName", "4 payerName"],
      ...["5 fatherFirstName", "5 fatherLastName", "5 motherFirstName", "5 motherLastName"],
      ...["5 spouseFirstName", "5 spouseLastName", "6 supervisorName", "10 emergencyContactName", "13 dependents"],
    ]);
    const byStep: Record<string, Answers> = {
      4: { whoIsPaying: "sponsor" },
      5: { hasSpouse: true },
      6: { currentStatus: "employed" },
      13: { hasDependents: true, dependents: [{ fullName: "Natasha" }, { fullName: "N/A" }, { fullName: "<b>" }] },
      1: { hasOtherNames: true, otherNames: [{ type: "alias", name: "N/A" }] },
    };
    for (const path of named) {
      const [number = "", name = ""] = path.split(" ");
      const isList = Array.isArray(byStep[number]?.[name]);
      const found = openContradictions(all({ [number]: { ...byStep[number], ...(isList ? {} : { [name]: "N/A" }) } }));
      expect(found.filter((each) => each.name === name && each.sentence.includes("is “N/A”."))).toHaveLength(1);
    }
    expect(new Set(contradictions.map(({ key }) => key)).size).toBe(contradictions.length);
  });

  test("the question names the entry of a list and the field's current label", () => {
    const list = [{ fullName: "Natasha" }, { fullName: "N/A" }, { fullName: "<b>" }];
    expect(texts({ 13: { hasDependents: true, dependents: list } })).toEqual([
      "Dependent #2: Full name is “N/A”. Dependent #3: Full name is “<b>”. Is that right?",
    ]);
    expect(texts({ 1: { onlyOneName: true, lastName: "Prince 2" } })).toEqual(["Name is “Prince 2”. Is that right?"]);
    expect(texts({ 5: { fatherUnknown: true, fatherLastName: "N/A" } })).toEqual([]);
  });

  test("a company that pays isn't asked about, and a confirmed name isn't asked about again", () => {
    expect(texts({ 4: { whoIsPaying: "company", payerName: "3M" } })).toEqual([]);
    for (const step of knownSteps.filter((known) => fieldsOf(known).some(asksForNames)))
      for (const { key } of contradictions.filter(({ reads }) => reads[0]?.step === step))
        expect(confirmedBy(key)).toEqual({ [key]: "a1" });
  });
});

describe("[N-WARN-4] a parent less than 12 years older than the applicant", () => {
  test.each([
    ["motherDateOfBirth", "1981-01-01", "Your mother would have been 9 years old when you were born."],
    ["motherDateOfBirth", "1978-05-05", "Your mother would have been 11 years old when you were born."],
    ["fatherDateOfBirth", "1989-01-01", "Your father would have been 1 year old when you were born."],
    ["fatherDateOfBirth", "1990-05-04", "Your father would have been 0 years old when you were born."],
    ["fatherDateOfBirth", "1990-05-05", "Your father would have been born after you."],
  ])("%s %s is asked about", (name, day, sentence) => {
    expect(texts({ 5: { [name]: day } })).toEqual([sentence]);
  });
  test("a parent who is 12 years older to the day isn't asked about", () => {
    expect(texts({ 5: { motherDateOfBirth: "1978-05-04" } })).toEqual([]);
  });
});

describe("[N-WARN-5] passports and their validity", () => {
  test("a passport issued before the birth is asked about, one issued on that day is not", () => {
    expect(texts({ 1: { dateOfBirth: "2020-03-02" } })).toEqual(["The passport was issued before you were born."]);
    expect(texts({ 1: { dateOfBirth: "2020-03-01" } })).toEqual([]);
  });
  const limit = "Passports of this country are valid for at most";
  test.each([
    ["BS", "2020-03-01", "2040-03-01", `This passport would be valid for 20 years. ${limit} 10 years.`],
    ["BS", "2020-03-01", "2030-03-02", `This passport would be valid for more than 10 years. ${limit} 10 years.`],
    ["FI", "2024-03-01", "2034-03-01", `This passport would be valid for 10 years. ${limit} 5 years.`],
    ["BE", "2024-03-01", "2032-02-29", `This passport would be valid for more than 7 years. ${limit} 7 years.`],
    ["GB", "2018-06-30", "2029-03-30", ""],
    [
      "GB",
      "2018-06-30",
      "2029-03-31",
      `This passport would be valid for more than 10 years and 9 months. ${limit} 10 years and 9 months.`,
    ],
    ["US", "2020-02-29", "2030-02-28", ""],
  ])(
    "the validity of a passport of %s from %s to %s is checked against that country's maximum",
    (issuingCountry, issueDate, expirationDate, sentence) => {
      const byStep = { 2: { issuingCountry, issueDate, expirationDate } };
      expect(texts(byStep)).toEqual(sentence ? [sentence] : []);
    },
  );
});

describe("[N-WARN-6, N-WARN-10] contradictions of the trip", () => {
  const good = { 2: { expirationDate: "2029-12-01", issueDate: "2020-03-01" } };
  test("an arrival more than two years ahead is asked about", () => {
    const far = "You arrive on November 24, 2028. Is the year right?";
    expect(texts({ ...good, 4: { intendedArrivalDate: "2028-11-24" } })).toEqual([far]);
    expect(texts({ ...good, 4: { intendedArrivalDate: "2028-11-23" } })).toEqual([]);
  });
  test("a passport that expires within six months of the departure, or of the arrival without one, is asked about", () => {
    const expiryText = (day: string) =>
      `The passport expires on March 1, 2030. For this trip it should be valid until ${day}.`;
    const trip = { intendedArrivalDate: "2028-08-31" };
    expect(texts({ 4: { ...trip, intendedDepartureDate: "2029-09-02" } })).toEqual([expiryText("March 2, 2030")]);
    expect(texts({ 4: { ...trip, intendedDepartureDate: "2029-09-01" } })).toEqual([]);
    expect(texts({ 2: { expirationDate: "2028-09-30" }, 4: trip })[0]).toContain("until February 28, 2029");
  });
});

describe("[N-WARN-7, N-WARN-8] contradictions between two steps", () => {
  test.each([
    ["married", false, "You are married, but you answered that you have no spouse or partner."],
    [
      "domestic_partnership",
      false,
      "You live in a domestic partnership, but you answered that you have no spouse or partner.",
    ],
    ["single", true, "You are single, but you answered that you have a spouse or partner."],
    ["married", true, ""],
    ["single", false, ""],
    ["widowed", true, ""],
    ["married", undefined, ""],
  ])("the marital status %s is compared with the answer about a spouse: %s", (maritalStatus, hasSpouse, sentence) => {
    expect(texts({ 1: { maritalStatus }, 5: { hasSpouse } })).toEqual(sentence ? [sentence] : []);
  });

  test("a conviction without an arrest is asked about", () => {
    const sentencesWhen = (hasBeenArrested: boolean, hasCriminalConvictions: boolean) =>
      texts({ 7: { hasBeenArrested }, 11: { hasCriminalConvictions } });
    expect(sentencesWhen(false, true)).toEqual([
      "You answered in Security Questions that you were never arrested or convicted, but in Criminal History that you were convicted.",
    ]);
    expect([sentencesWhen(true, false), sentencesWhen(true, true), sentencesWhen(false, false)]).toEqual([[], [], []]);
  });
});

describe("[N-WARN-9, N-SIGN-2] comparing names", () => {
  test.each([
    ["NATASHA ROLLE", "natasha rolle", true],
    ["Rolle, Natasha", "Natasha Rolle", true],
    ["Nadège Ñuñez", "NADEGE NUNEZ", true],
    ["Anne-Marie O’Neill", "anne marie O'NEILL", true],
    ["Annemarie Rolle", "Anne-Marie Rolle", true],
    ["Łukasz Weiß", "Lukasz Weiss", true],
    ["陳 大文", "陳大文", true],
    ["Natasha Role", "Natasha Rolle", false],
    ["Natasha Rolle", "Natasha Marie Rolle", false],
  ])("%s is compared with %s", (a, b, isSame) => {
    expect(isSameName(a, b)).toBe(isSame);
  });

  test("the passport's name is compared with all names of step 1, without a first name for a single name", () => {
    const sentence = (inPassport: string, inStep1: string) => [
      `The passport says ${inPassport}, and step 1 says ${inStep1}.`,
    ];
    expect(texts({ 2: { nameInPassport: "Natasha Role" } })).toEqual(sentence("Natasha Role", "Natasha Rolle"));
    expect(texts({ 1: { middleName: "Marie" }, 2: { nameInPassport: "ROLLE NATASHA MARIE" } })).toEqual([]);
    const singleName = { firstName: null, lastName: "Suharto" };
    expect(texts({ 1: singleName, 2: { nameInPassport: "SUHARTO" } })).toEqual([]);
    expect(texts({ 1: singleName, 2: { nameInPassport: "Soeharto" } })).toEqual(sentence("Soeharto", "Suharto"));
    expect(texts({ 1: singleName, 8: { electronicSignature: "Suharto" } })).toEqual([]);
  });

  test.each([
    ["N. Role", false],
    ["Natasha", false],
    ["Rolle", false],
    ["natasha rolle", true],
    ["Rolle Natasha", true],
    ["Natasha M. Rolle", true],
    ["John Smith for Natasha Rolle", false],
    ["Natasha and John Rolle", false],
    ["John Natasha Rolle", false],
    ["Natasha Marie Rolle", true],
    ["陳大文", true],
  ])("the signature %s is compared with the applicant's name", (signature, isOwn) => {
    const name = { first: "Natasha Ann", middle: "Marie", last: "Rolle", native: "陳 大文" };
    expect(isSignedBy(signature, name)).toBe(isOwn);
    const byStep = { 1: { fullNameNativeAlphabet: "陳 大文" }, 8: { electronicSignature: signature } };
    const sentence = `You signed as “${signature}”. The applicant is Natasha Rolle.`;
    expect(texts(byStep)).toEqual(isOwn ? [] : [sentence]);
  });

  test("[N-SIGN-1] text that can't be a name is no signature", () => {
    expect(["x", "--", "12", "aaaa", "a A", "陳", "1a"].filter((name) => canBeSigned(name))).toEqual([]);
    expect(["陳大文", "Bo", "Ng", "محمد"].filter((name) => !canBeSigned(name))).toEqual([]);
  });

  test("[N-SIGN-1, N-LACK-2] the applicant's full name is a valid signature, even one letter alone or repeated", () => {
    const of = (person: PersonName) => (name: string) => canBeSigned(name, () => person);
    const several = ["oo", "OO", "Oo.", "o", "oo oo", "陳", "--", "12"];
    expect(several.filter(of({ first: "", last: "Oo" }))).toEqual(["oo", "OO", "Oo."]);
    expect(several.filter(of({ first: "", last: "Chan", native: "陳" }))).toEqual(["陳"]);
    expect(several.filter(of({ first: "Oo", last: "Rolle" }))).toEqual([]);
    expect(several.filter(of({ first: "", last: "--" })), "no letter is no name").toEqual([]);
  });
});

describe("the selection of contradictions", () => {
  test("a step that older metadata stores as null or as text isn't asked about", () => {
    const metadata = { ...all({}).metadata, step5: "torn", step6: null } as unknown as Metadata;
    expect(openContradictions({ ...all({}), metadata })).toEqual([]);
  });

  const mother = { 5: { motherDateOfBirth: "1981-01-01" } };
  const token = openContradictions(all(mother))[0]?.mark ?? "";
  const with5 = (more: Answers) => ({ 5: { ...mother[5], ...more } });

  test("[N-WARN-2] a confirmed contradiction isn't asked about again until one of its answers changes", () => {
    const confirmed = { _confirmed: { mothersAge: token } };
    expect(contradictionsIn(all(with5(confirmed)))).toMatchObject([{ key: "mothersAge", isConfirmed: true }]);
    expect(texts({ ...mother, 1: confirmed }), "in whichever step it was asked").toEqual([]);
    expect(texts(with5({ ...confirmed, motherDateOfBirth: "1981-01-02" }))).toHaveLength(1);
    expect(texts({ ...with5(confirmed), 1: { dateOfBirth: "1990-05-05" } })).toHaveLength(1);
    expect(texts(with5({ _confirmed: { mothersAge: `${token}0` } }))).toHaveLength(1);
    expect(texts(with5({ _confirmed: { fathersAge: token } }))).toHaveLength(1);
  });

  test("[N-WARN-3] a step asks about contradictions of its own answers, at the question to check there", () => {
    const step = (number: number) => knownSteps.find((candidate) => candidate.number === number);
    expect(openContradictions(all(mother), step(5))).toMatchObject([
      { step: "family_background", name: "motherDateOfBirth" },
    ]);
    expect(openContradictions(all(mother), step(1))).toMatchObject([{ step: "applicant_info", name: "dateOfBirth" }]);
    expect(openContradictions(all(mother), step(2))).toEqual([]);
    const signed = all({ 8: { electronicSignature: "N. Role" } });
    expect([openContradictions(signed, step(1)), openContradictions(signed, step(8))]).toMatchObject([[], [{}]]);
  });

  test("[N-WARN-11] answers that are refused, hidden or of a step that isn't shown are never asked about", () => {
    expect(texts({ 1: { dateOfBirth: "2090-01-01" }, 5: { motherDateOfBirth: "1981-01-01" } })).toEqual([]);
    const expired = { 2: { expirationDate: "2026-01-01" }, 4: { intendedArrivalDate: "2027-01-01" } };
    expect(texts(expired)).toEqual([]);
    const trip = { intendedArrivalDate: "2030-03-01", intendedDepartureDate: "2027-01-01" };
    expect(
      texts({ 2: { expirationDate: "2027-02-01" }, 4: { ...trip, intendedArrivalDate: "2026-12-01" } }),
    ).toHaveLength(1);
    const hidden = { fullNameNativeAlphabet: "陳大文", nativeAlphabetNotApplicable: true };
    expect(texts({ 1: hidden, 8: { electronicSignature: "陳大文" } })).toHaveLength(1);
    const { steps, ...rest } = all(mother);
    expect(openContradictions({ ...rest, steps: steps.filter(({ number }) => number !== 5) })).toEqual([]);
  });

  test("no contradiction reads an encrypted answer", () => {
    const read = contradictions.flatMap(({ reads }) => reads);
    for (const { step, name } of read)
      expect(fieldsOf(step).find((field) => field.name === name)?.encrypted).toBeFalsy();
    // Under another kind of key it is shown, and no checkbox confirms it.
    for (const { key } of contradictions) expect(confirmedBy(key), key).toEqual({ [key]: "a1" });
    expect(new Set(contradictions.map(({ key }) => key)).size).toBe(contradictions.length);
  });
});

test("[F-DESK-17] the review says when the passport isn't valid long enough for today or for the trip", () => {
  const sentenceFor = (expirationDate: string, trip: Answers = {}) =>
    shortPassportIn(all({ 2: { expirationDate }, 4: trip }))?.sentence;
  expect(sentenceFor("2027-05-21")).toMatch(
    /^The passport expires on May 21, 2027\. .* May 22, 2027, six months from today\.$/,
  );
  expect(sentenceFor("2027-05-22")).toBeUndefined();
  const trip = { intendedArrivalDate: "2027-03-01", intendedDepartureDate: "2027-04-01" };
  expect(sentenceFor("2027-09-30", trip)).toMatch(/ October 1, 2027, six months after the end of the trip\.$/);
  expect(sentenceFor("2027-10-01", trip)).toBeUndefined();
  expect(sentenceFor("2027-08-31", { intendedArrivalDate: "2027-03-01" })).toMatch(/ September 1, 2027, /);
});

describe("limits of the visa", () => {
  const trip = (intendedDepartureDate: string, more: Answers = {}): AnswersByStep => ({
    2: { expirationDate: "2029-12-31" },
    4: { intendedArrivalDate: "2027-01-31", intendedDepartureDate, ...more },
  });
  test.each([
    ["90 days", "2027-05-01", undefined],
    ["90 days", "2027-05-02", "You stay for 91 days. This visa allows 90 days at most."],
    ["48 hours", "2027-02-02", undefined],
    ["48 hours", "2027-02-03", "You stay for 3 days. This visa allows 48 hours at most."],
    ["1 month", "2027-02-28", undefined],
    ["1 month", "2027-03-01", "You stay for 29 days. This visa allows 1 month at most."],
    ["2 weeks", "2027-02-15", "You stay for 15 days. This visa allows 2 weeks at most."],
    ["1 year", "2028-02-01", "You stay for 366 days. This visa allows 1 year at most."],
    [null, "2028-12-31", undefined],
  ])("[F-APPL-3] a trip on a visa for %s until %s → a longer trip is asked about", (maxStay, until, sentence) => {
    expect(texts(trip(until), { maxStay, isSingleEntry: false })).toEqual(sentence ? [sentence] : []);
    expect(texts(trip(until)), "no visa is known").toEqual([]);
  });

  test("[F-APPL-3] a longer stay in the accommodation is asked about there, unless the trip is as long", () => {
    const visa = { maxStay: "90 days", isSingleEntry: false };
    const stay = { arrivalDate: "2027-01-31", intendedLengthOfStayDays: "100" };
    const sentence = "You stay for 100 days. This visa allows 90 days at most.";
    const found = (byStep: AnswersByStep) =>
      openContradictions(all(byStep, visa)).map(({ step, sentence }) => [step, sentence]);
    expect(found({ ...trip("2027-02-10"), 12: stay })).toEqual([["accommodation", sentence]]);
    expect(found({ ...trip("2027-05-11"), 12: stay })).toEqual([["trip_details", sentence]]);
  });

  test("[F-APPL-3] several entries on a visa for a single one are asked about", () => {
    const sentence = "You asked for multiple entries. This visa allows a single entry.";
    const visa = { maxStay: null, isSingleEntry: true };
    const sentencesOf = (numberOfEntries: string) => texts(trip("2027-02-10", { numberOfEntries }), visa);
    expect([sentencesOf("multiple"), sentencesOf("single")]).toEqual([[sentence], []]);
  });

  test("[F-APPL-3] a confirmed contradiction is asked about again → when the visa's limits change", () => {
    const visa = { maxStay: "90 days", isSingleEntry: true };
    const byStep = trip("2027-05-11");
    const [found] = openContradictions(all(byStep, visa));
    const confirmed = { ...byStep, 4: { ...byStep[4], _confirmed: { [found?.key ?? ""]: found?.mark } } };
    expect(texts(confirmed, visa)).toEqual([]);
    expect(texts(confirmed, { ...visa, isSingleEntry: false })).toEqual([]);
    expect(texts(confirmed, { ...visa, maxStay: "60 days" })).toHaveLength(1);
  });
});
