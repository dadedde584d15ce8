import { describe, expect, test } from "vitest";
import { type Answers, type EntryField, type Field, fieldsOf, type StepDefinition } from "../../form-engine/definition";
import { readStepForm } from "../../form-engine/read-form";
import { fileAnswers, isPresent, relevantAnswers, visibleFields } from "../../form-engine/relevance";
import { todayAround, validateStep } from "../../form-engine/validate";
import { accommodation } from "./accommodation";
import { bahamasEmployment } from "./bahamas-employment";
import { criminalHistory } from "./criminal-history";
import { dependents } from "./dependents";
import { openingAnswers } from "./earlier-answers";
import { familyRelatives } from "./family-relatives";
import { metadataKey, stepByComponent } from "./registry";
import { reviewSteps } from "./review";

const today = todayAround(new Date("2026-11-21T12:00:00Z"));
const problems = (step: StepDefinition, answers: Answers) =>
  validateStep(step, answers, today, new Set(["BS"])).map(({ message }) => message);
const shown = (step: StepDefinition, answers: Answers) => visibleFields(step, answers).map(({ name }) => name);
const readAnswers = (step: StepDefinition, pairs: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return readStepForm(step, form);
};
const noteOf = (step: StepDefinition, name: string, answers: Answers) => {
  const fields = fieldsOf(step).flatMap((field): readonly (Field | EntryField)[] =>
    field.kind === "list" ? field.fields : [field],
  );
  return fields.find((field) => field.name === name)?.note?.(answers, today.earliest);
};

test("[W-CONF-3] each add-on is found by its component and keeps its step number", () => {
  const names = ["BahamasEmployment", "FamilyRelatives", "CriminalHistory", "Accommodation", "Dependents"];
  const keys = names.map((name) => stepByComponent(name)).map((step) => step && metadataKey(step));
  expect(keys).toEqual(["step9", "step10", "step11", "step12", "step13"]);
});

describe("the step Bahamas Employment", () => {
  const full = {
    occupation: "Nurse",
    yearsEmployed: "5",
    employerAddress: "Rue Capois",
    tripSponsor: "self",
    moneyAvailable: "100",
  };
  test("[W-EMP-8, W-EMP-9] the step is refused when a required answer is missing", () => {
    expect(problems(bahamasEmployment, full)).toEqual([]);
    expect(problems(bahamasEmployment, {})).toEqual([
      "Occupation is required",
      "Years employed is required",
      "Employer’s address is required",
      "Trip sponsor is required",
      "Money available is required",
    ]);
  });

  test("former employment is shown and required below 5 years, and neither from 5 years on", () => {
    const short = { ...full, yearsEmployed: "4.5", hasFormerEmployment: true };
    expect(problems(bahamasEmployment, short)).toEqual(["Former occupation is required"]);
    expect(problems(bahamasEmployment, { ...short, formerOccupation: "Student" })).toEqual([]);
  });

  test("work from step 6 is filled in, even if a file was sent first; a school is not filled in as the employer", () => {
    const step6 = { currentStatus: "employed", currentEmployerSchoolName: "Hôpital Général", jobTitleCourse: "Nurse" };
    const known = { occupation: "Nurse", employerName: "Hôpital Général" };
    expect(openingAnswers(bahamasEmployment, { step6 })).toEqual(known);
    expect(openingAnswers(bahamasEmployment, { step6: { ...step6, currentStatus: "student" } })).toEqual({});
    const letter = { employmentLetterUrl: "/documents/1", employmentLetterFilename: "letter.pdf" };
    expect(openingAnswers(bahamasEmployment, { step6, step9: letter })).toEqual({ ...known, ...letter });
    const answers = { ...letter, occupation: "Midwife" };
    expect(openingAnswers(bahamasEmployment, { step6, step9: answers })).toEqual(answers);
  });

  test("[W-EMP-4] an unlisted sponsor is refused", () => {
    expect(problems(bahamasEmployment, { ...full, tripSponsor: "a bank" })).toHaveLength(1);
  });

  test.each([
    ["0", true],
    ["4.5", true],
    ["5", false],
    ["12", false],
  ])("[W-EMP-5] with %s years, former employment is asked for: %s", (years, isAsked) => {
    const answers = readAnswers(bahamasEmployment, [["yearsEmployed", years]]);
    expect(answers.hasFormerEmployment).toBe(isAsked);
    expect(shown(bahamasEmployment, answers).includes("formerOccupation")).toBe(isAsked);
  });

  test("[W-EMP-6, W-EMP-7] years are in halves and money in cents, neither below 0", () => {
    expect(problems(bahamasEmployment, { ...full, yearsEmployed: "5.25" })).toHaveLength(1);
    expect(problems(bahamasEmployment, { ...full, yearsEmployed: "-1" })).toHaveLength(1);
    expect(problems(bahamasEmployment, { ...full, moneyAvailable: "10.005" })).toHaveLength(1);
    expect(problems(bahamasEmployment, { ...full, moneyAvailable: "-0.01" })).toHaveLength(1);
  });

  test("[W-EMP-3] a form can't set a file; the file stored by the server keeps its name", () => {
    const stored = { employmentLetterUrl: "/documents/1", employmentLetterFilename: "letter.pdf", occupation: "Nurse" };
    expect(readAnswers(bahamasEmployment, [["employmentLetterUrl", "/documents/2"]])).toEqual({});
    expect(fileAnswers(bahamasEmployment, stored)).toEqual({
      employmentLetterUrl: "/documents/1",
      employmentLetterFilename: "letter.pdf",
    });
    expect(relevantAnswers(bahamasEmployment, stored)).toEqual(stored);
  });
});

describe("the step Family Relatives", () => {
  test("[W-REL-1, W-REL-4] checked boxes are read by group, and checking one unchecks no other", () => {
    const answers = readAnswers(familyRelatives, [
      ["relativeStatuses.father", "none"],
      ["relativeStatuses.father", "citizen"],
      ["relativeStatuses.mother", "none"],
      ["relativeStatuses.siblings", "resident"],
      ["relativeStatuses.siblings", "home_owner"],
    ]);
    expect(answers.relativeStatuses).toEqual({
      father: ["citizen"],
      mother: ["none"],
      siblings: ["resident", "home_owner"],
    });
    expect(problems(familyRelatives, answers)).toEqual([]);
    const [step] = reviewSteps([{ definition: familyRelatives, title: "" }], { step10: answers }, (code) => code);
    expect(step?.answers[0]?.answer).toBe("Father: Citizen\nMother: None\nSiblings: Resident, Home owner");
  });

  test("[W-REL-2] an unlisted status is refused", () => {
    const answers = { relativeStatuses: { spouse: ["citizen", "tourist"] } };
    const [problem] = validateStep(familyRelatives, answers, today, new Set());
    expect(problem).toEqual({ name: "relativeStatuses.spouse", message: "Spouse: choose from the options" });
  });

  test("[W-SHARED-2] groups with nothing checked count as unanswered", () => {
    expect(isPresent({})).toBe(false);
    expect(isPresent({ father: [] })).toBe(false);
    expect(readAnswers(familyRelatives, [])).toEqual({});
    expect(relevantAnswers(familyRelatives, { relativeStatuses: { father: "citizen" } })).toEqual({});
  });

  test("[W-REL-5] the emergency contact is filled in from step 3 while the step has no answers", () => {
    const contact = { emergencyContactName: "Joseph Rolle", emergencyContactPhone: "+509 2812 0142" };
    expect(openingAnswers(familyRelatives, { step3: contact })).toEqual(contact);
    expect(openingAnswers(familyRelatives, { step3: contact, step10: {} })).toEqual({});
  });
});

describe("the step Criminal History", () => {
  test("[W-CRIM-4] a conviction requires a police certificate", () => {
    const convicted = { hasCriminalConvictions: true, hasTerrorismInvolvement: false };
    expect(problems(criminalHistory, convicted)).toEqual(["Police certificate is required"]);
    const certificate = { policeCertificateUrl: "/documents/1", policeCertificateFilename: "police.pdf" };
    expect(problems(criminalHistory, { ...convicted, ...certificate })).toEqual([]);
    expect(problems(criminalHistory, { ...convicted, hasCriminalConvictions: false })).toEqual([]);
  });

  test("[N-SEC-5] both questions of the step are required", () => {
    expect(problems(criminalHistory, {})).toEqual([
      "Please answer Yes or No: Have you ever been convicted of a crime, in any country?",
      "Please answer Yes or No: Have you ever been involved in terrorism, or supported it?",
    ]);
  });

  test("[W-CRIM-1, W-CRIM-2] relevant answers of step 7 are filled in", () => {
    const step7 = { hasBeenArrested: false, arrestDetails: "left over", hasTerroristInvolvement: false };
    expect(openingAnswers(criminalHistory, { step7 })).toEqual({
      hasCriminalConvictions: false,
      hasTerrorismInvolvement: false,
    });
  });
});

describe("the step Accommodation", () => {
  const full = {
    accommodationName: "Marie Rolle",
    accommodationAddress: "7 Balls Alley",
    arrivalDate: "2030-03-01",
    intendedLengthOfStayDays: "14",
  };
  test("[W-ACC-2, W-ACC-3] the step is refused when a required answer is missing", () => {
    expect(problems(accommodation, full)).toEqual([]);
    expect(problems(accommodation, {})).toEqual([
      "Accommodation name is required",
      "Accommodation address is required",
      "Arrival date is required",
      "Intended length of stay is required",
    ]);
  });

  test.each([
    ["0", false],
    ["1", true],
    ["365", true],
    ["366", false],
  ])("[W-ACC-4] a stay of %s days is accepted: %s", (days, accepted) => {
    expect(problems(accommodation, { ...full, intendedLengthOfStayDays: days }).length === 0).toBe(accepted);
  });

  test("[W-ACC-5] a stay of more than 90 days shows a note", () => {
    const note = (intendedLengthOfStayDays: string) =>
      noteOf(accommodation, "intendedLengthOfStayDays", { intendedLengthOfStayDays });
    expect(note("90")).toBeUndefined();
    expect(note("91")).toContain("extra documentation or a different visa type");
  });

  test("[W-ACC-1] the arrival date and the days are filled in from the trip", () => {
    const step4 = { intendedArrivalDate: "2030-03-01", intendedDepartureDate: "2030-03-15" };
    const opened = openingAnswers(accommodation, { step4 });
    expect(opened).toMatchObject({ arrivalDate: "2030-03-01" });
    expect(Number(opened.intendedLengthOfStayDays)).toBeGreaterThan(13);
  });
});

describe("the step Dependents", () => {
  const child = { fullName: "Luc Rolle", relationship: "child", dateOfBirth: "2019-02-11" };
  const withDependent = (change: Answers) => ({ hasDependents: true, dependents: [{ ...child, ...change }] });

  test("[W-DEP-1, W-DEP-2] a relationship has to be one of the six", () => {
    expect(problems(dependents, withDependent({ isTraveling: true }))).toEqual([]);
    expect(problems(dependents, withDependent({ relationship: "cousin" }))).toHaveLength(1);
  });

  test("[W-DEP-3] a date of birth in the future is refused", () => {
    expect(problems(dependents, withDependent({ dateOfBirth: "2026-11-23" }))).toEqual([
      "Dependent #1: Date of birth cannot be in the future",
    ]);
  });

  test("[W-DEP-4] dependents of 18 years or more are told to apply themselves", () => {
    const note = (dateOfBirth: string) => noteOf(dependents, "dateOfBirth", { dateOfBirth });
    expect(note("2008-11-21")).toContain("must submit their own applications");
    expect(note("2008-11-22")).toBeUndefined();
    expect(note("")).toBeUndefined();
  });
});
