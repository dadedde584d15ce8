import fc from "fast-check";
import { expect, test } from "vitest";
import { knownSteps, metadataKey, stepByCode } from "~/applications/steps/registry";
import { unreadableAnswer } from "~/core/unreadable";
import type { Metadata } from "~/db/schema/applications";
import { defineStep, earlier } from "../../form-engine/define-step";
import { type Answers, type Field, fieldsOf } from "../../form-engine/definition";
import { earlierHints, followed, matchesEarlierAnswer, openingAnswers } from "./earlier-answers";

type Fact = [
  field: string,
  source: `step${number}`,
  said: Answers,
  filled: unknown,
  /** The source step's answers after a change, and the answer they fill in; undefined if none. */
  later: Answers,
  next: unknown,
  edited: unknown,
  /** The text of the hint if the answer was edited. */
  says: string | undefined,
];

const job = (employerName: string, jobTitle: string, endDate: string) => ({
  hasPreviousEmployment: true,
  previousEmployment: [
    { employerName: "The first of all", jobTitle: "Apprentice", startDate: "2001-01-01", endDate: "2002-01-01" },
    { employerName, jobTitle, startDate: "2010-01-01", endDate },
  ],
});
const employer = {
  currentStatus: "employed",
  jobTitleCourse: "Nurse",
  currentEmployerSchoolName: "Hôpital Général",
  employerPhone: "+509 2812 0100",
  employerAddressLine1: "Rue Capois",
  employerCity: "Jacmel",
};
const clinic = { ...employer, jobTitleCourse: "Midwife", currentEmployerSchoolName: "Clinique", employerCity: "Cayes" };
const trip = { destinationAddress: "12 Bay Street", destinationCity: "Nassau", intendedArrivalDate: "2030-03-01" };
const days = (intendedDepartureDate: string) => ({ ...trip, intendedDepartureDate });

const facts: Fact[] = [
  [
    "family_background.hasSpouse",
    "step1",
    { maritalStatus: "married" },
    true,
    { maritalStatus: "single" },
    undefined,
    false,
    undefined,
  ],
  ["bahamas_employment.occupation", "step6", employer, "Nurse", clinic, "Midwife", "Teacher", "Midwife"],
  ["bahamas_employment.employerName", "step6", employer, "Hôpital Général", clinic, "Clinique", "A school", "Clinique"],
  [
    "bahamas_employment.employerPhone",
    "step6",
    employer,
    "+509 2812 0100",
    { ...employer, employerPhone: "+1 242 555 0142" },
    "+1 242 555 0142",
    "+1 242 555 0199",
    "+1 242 555 0142",
  ],
  [
    "bahamas_employment.employerAddress",
    "step6",
    employer,
    "Rue Capois, Jacmel",
    clinic,
    "Rue Capois, Cayes",
    "At home",
    "Rue Capois, Cayes",
  ],
  [
    "bahamas_employment.formerOccupation",
    "step6",
    job("Clinique", "Clerk", "2014-06-30"),
    "Clerk",
    job("Clinique", "Cook", "2014-06-30"),
    "Cook",
    "Student",
    "Cook",
  ],
  [
    "bahamas_employment.formerYears",
    "step6",
    job("Clinique", "Clerk", "2014-06-30"),
    "4.5",
    job("Clinique", "Clerk", "2015-01-01"),
    "5",
    "9",
    "5 years",
  ],
  [
    "bahamas_employment.formerEmployerName",
    "step6",
    job("Clinique", "Clerk", "2014-06-30"),
    "Clinique",
    job("Clinic", "Clerk", "2014-06-30"),
    "Clinic",
    "Nobody",
    "Clinic",
  ],
  [
    "bahamas_employment.tripSponsor",
    "step4",
    { whoIsPaying: "self" },
    "self",
    { whoIsPaying: "other", payerName: "Marie Rolle", payerRelationship: "my boss’s mother" },
    undefined,
    "family",
    "Marie Rolle (my boss’s mother) is paying",
  ],
  [
    "family_relatives.emergencyContactName",
    "step3",
    { emergencyContactName: "Joseph" },
    "Joseph",
    { emergencyContactName: "Marie" },
    "Marie",
    "Luc",
    "Marie",
  ],
  [
    "family_relatives.emergencyContactPhone",
    "step3",
    { emergencyContactPhone: "+509 2812 0142" },
    "+509 2812 0142",
    { emergencyContactPhone: "+509 2812 0143" },
    "+509 2812 0143",
    "+509 2812 0144",
    "+509 2812 0143",
  ],
  [
    "criminal_history.hasCriminalConvictions",
    "step7",
    { hasBeenArrested: false },
    false,
    { hasBeenArrested: true },
    undefined,
    true,
    "You were arrested or convicted",
  ],
  [
    "criminal_history.convictionDescription",
    "step7",
    { hasBeenArrested: true, arrestDetails: "A fight" },
    "A fight",
    { hasBeenArrested: true, arrestDetails: "A theft" },
    "A theft",
    "Neither",
    "A theft",
  ],
  [
    "criminal_history.hasTerrorismInvolvement",
    "step7",
    { hasTerroristInvolvement: false },
    false,
    { hasTerroristInvolvement: true },
    true,
    true,
    "Yes",
  ],
  [
    "criminal_history.terrorismDetails",
    "step7",
    { hasTerroristInvolvement: true, terroristInvolvementDetails: "One" },
    "One",
    { hasTerroristInvolvement: true, terroristInvolvementDetails: "Two" },
    "Two",
    "None",
    "Two",
  ],
  [
    "accommodation.accommodationAddress",
    "step4",
    trip,
    "12 Bay Street, Nassau",
    { ...trip, destinationCity: "Freeport" },
    "12 Bay Street, Freeport",
    "A boat",
    "12 Bay Street, Freeport",
  ],
  [
    "accommodation.arrivalDate",
    "step4",
    trip,
    "2030-03-01",
    { ...trip, intendedArrivalDate: "2030-04-02" },
    "2030-04-02",
    "2030-03-03",
    "April 2, 2030",
  ],
  [
    "accommodation.intendedLengthOfStayDays",
    "step4",
    days("2030-03-15"),
    "14",
    days("2030-03-20"),
    "19",
    "7",
    "19 days",
  ],
];

/** A fact's step and field, and a function that makes all answers: `own` of this step, `said` of the earlier step. */
function placed([path, source]: Fact) {
  const [code = "", name = ""] = path.split(".");
  const step = stepByCode(code);
  const field = step && fieldsOf(step).find((candidate) => candidate.name === name);
  if (!step || !field) throw new Error(`There is no ${path}`);
  const all = (earlierAnswers: Answers, own?: Answers): Metadata => ({
    [source]: earlierAnswers,
    ...(own && { [metadataKey(step)]: own }),
  });
  return { step, field, name, all, source };
}

test("[F-APPL-7] the table of this test lists every question that an earlier step answers", () => {
  const declared = knownSteps.flatMap((step) =>
    fieldsOf(step).flatMap(({ name, from }) => (from ? [`${step.code}.${name} ${metadataKey(from.step)}`] : [])),
  );
  expect(facts.map(([path, source]) => `${path} ${source}`).sort()).toEqual(declared.sort());
});

test.each(facts)(
  "[F-APPL-7] %s is filled in from %s while its own step has no answers, and updated until it is edited",
  (...fact) => {
    const [, , earlierAnswers, filled, later, next, edited] = fact;
    const { step, name, all } = placed(fact);
    const key = metadataKey(step);
    const opened = openingAnswers(step, all(earlierAnswers));
    expect(opened[name]).toEqual(filled);
    expect(openingAnswers(step, all(earlierAnswers, {}))[name], "saved without it").toBeUndefined();
    const after = (own: Answers) => followed(all(earlierAnswers, own), all(later, own))[key];
    // An answer stays, even if the earlier step no longer has one.
    expect(after(opened)?.[name]).toEqual(next ?? filled);
    expect(followed(all(earlierAnswers, opened), all({}, opened))[key]).toBe(opened);
    for (const own of [{ ...opened, [name]: edited }, { ...opened, [name]: "" }, { ...opened, [name]: undefined }, {}])
      expect(after(own)?.[name], JSON.stringify(own)).toEqual(own[name]);
    const untouched = all(earlierAnswers, opened);
    expect(followed(untouched, untouched), "without a change").toBe(untouched);
  },
);

test.each(facts)("[F-APPL-7] %s was edited, and %s has a different answer → a hint shows that answer", (...fact) => {
  const [, source, earlierAnswers, filled, later, next, edited, text] = fact;
  const { step, field, name, all } = placed(fact);
  const steps = [...knownSteps];
  const hint = (answers: Answers, seen = steps) => earlierHints(step, all(answers), seen, String)[name];
  const first = hint(earlierAnswers);
  expect(first && matchesEarlierAnswer(field, { [name]: filled }, first)).toBe(true);
  expect(first && matchesEarlierAnswer(field, {}, first)).toBe(false);
  expect(hint(later)?.says).toBe(text);
  const second = hint(later);
  if (second) expect(matchesEarlierAnswer(field, { [name]: edited }, second)).toBe(edited === next);
  const of = steps.find((candidate) => metadataKey(candidate) === source);
  expect(first?.place).toBe(steps.findIndex((candidate) => metadataKey(candidate) === source) + 1);
  const [otherStep, ...remaining] = steps.filter((candidate) => candidate !== of);
  expect(
    hint(earlierAnswers, of && otherStep ? [otherStep, ...remaining.slice(0, 1), of] : [])?.place,
    "the number that the applicant sees",
  ).toBe(3);
  expect(hint(earlierAnswers, remaining), "no hint from a hidden step").toBeUndefined();
});

test("[F-APPL-7] the sponsor of a trip is never guessed from free text", () => {
  const step = stepByCode("bahamas_employment");
  const words = ["my boss", "mother", "a friend", "I am paying"].flatMap((payerRelationship) =>
    ["company", "sponsor", "other"].map((whoIsPaying) => ({ whoIsPaying, payerName: "Ana", payerRelationship })),
  );
  for (const step4 of words) expect(step && openingAnswers(step, { step4 })).toEqual({});
});

test("[F-APPL-7] an earlier answer is very long or unreadable → its hint is shortened or left out", () => {
  const step = stepByCode("criminal_history");
  const hint = (arrestDetails: string) =>
    step &&
    earlierHints(step, { step7: { hasBeenArrested: true, arrestDetails } }, knownSteps, String).convictionDescription;
  expect(hint("word ".repeat(400))?.says).toHaveLength(160);
  expect(hint(unreadableAnswer)).toBeUndefined();
});

// Steps that copy answers from one another, in a chain and in a cycle.
const about = { component: "Example", title: "", description: "" };
const first = defineStep({
  ...about,
  code: "a",
  number: 91,
  sections: [{ fields: [{ kind: "text", name: "a", label: "A" }] }],
});
const second = defineStep({
  ...about,
  code: "b",
  number: 92,
  sections: [{ fields: [{ kind: "text", name: "b", label: "B", from: earlier(first, "a") }] }],
});
const third = defineStep({
  ...about,
  code: "c",
  number: 93,
  sections: [{ fields: [{ kind: "text", name: "c", label: "C", from: earlier(second, "b") }] }],
});
const fourth = defineStep({
  ...about,
  code: "d",
  number: 94,
  sections: [{ fields: [{ kind: "text", name: "d", label: "D", from: earlier(third, "c") }] }],
});

test("[F-APPL-7] a filled-in answer that fills in others is followed too, in any order of steps → up to the first edited answer", () => {
  const text = fc.constantFrom("x", "y", "z", "");
  fc.assert(
    fc.property(
      fc.tuple(text, text, text, text),
      text,
      fc.shuffledSubarray([first, second, third, fourth], { minLength: 4 }),
      ([a, b, c, d], now, order) => {
        const all = (of: string): Metadata => ({ step91: { a: of }, step92: { b }, step93: { c }, step94: { d } });
        const follows = [b === a, b === a && c === b, b === a && c === b && d === c];
        const moved = a !== "" && now !== "" && now !== a;
        const expected = [b, c, d].map((own, index) => (moved && follows[index] ? now : own));
        const { step92, step93, step94 } = followed(all(a), all(now), order);
        expect([step92?.b, step93?.c, step94?.d]).toEqual(expected);
      },
    ),
  );
});

test("[F-APPL-7] two steps fill in each other → a change is copied once and stops", () => {
  const ring: Field = { kind: "text", name: "a", label: "A", from: earlier(second, "b") };
  const round = { ...first, sections: [{ fields: [ring] }] };
  const all = (a: string): Metadata => ({ step91: { a }, step92: { b: "x" } });
  expect(followed(all("x"), all("y"), [round, second])).toEqual({ step91: { a: "y" }, step92: { b: "y" } });
});
