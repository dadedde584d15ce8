import fc from "fast-check";
import { expect, test } from "vitest";
import { bahamasEmployment } from "~/applications/steps/bahamas-employment";
import { employmentEducation } from "~/applications/steps/employment-education";
import { knownSteps } from "~/applications/steps/registry";
import { tripDetails } from "~/applications/steps/trip-details";
import { type Answers, fieldsOf, knownKey, type StepDefinition } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { visibleFields } from "~/form-engine/relevance";
import { todayAround } from "~/form-engine/validate";
import { draws, goodAnswers } from "../../../../test/harness/applicants/drawn-answers";
import { openPart, partsOf, partWith, sectionOf } from "./parts";

const parts = (step: StepDefinition, answers: Answers = {}) => partsOf(step, answers);

test("[N-PART-1] a step that can ask more than 12 questions in several sections is shown in sections on a phone", () => {
  const long = knownSteps.filter((step) => parts(step).length > 0).map(({ code }) => code);
  expect(long.sort()).toEqual([
    ...["applicant_info", "bahamas_employment", "contact_info", "employment_education", "family_background"],
    ...["passport_info", "security_questionnaire", "trip_details"],
  ]);
  expect(parts(tripDetails)).toEqual([0, 1, 2, 3]);
});

test("[F-APPL-12] a section that depends on an answer appears below its question, and one that is never shown is not counted", () => {
  expect(parts(employmentEducation)).toEqual([0, 2]);
  expect(parts(bahamasEmployment)).toEqual([0, 2, 3]);
  expect(partWith(parts(bahamasEmployment), 1), "Former Employment").toBe(0);
  const known = (status: string, wasEmployed: boolean) => ({ [knownKey]: { status, wasEmployed } });
  expect(parts(bahamasEmployment, known("unemployed", true))).toEqual([]);
  expect(parts(bahamasEmployment, known("unemployed", false))).toEqual([]);
});

const decisions = (step: StepDefinition) =>
  fieldsOf(step).flatMap((field): [name: string, answer: unknown][] => {
    if (field.kind === "yesno" && field.follows) return [[field.follows, "1"]];
    if (field.kind === "yesno") return [[field.name, true]];
    return field.kind === "choice" ? field.options.map(({ value }) => [field.name, value]) : [];
  });

test.each(knownSteps.map((step) => [step.code, step] as const))(
  "[F-APPL-12] %s: no answer changes the number of sections, and dependent fields appear below in the same section",
  (_, step) => {
    const positionOf = (name: string) => fieldsOf(step).findIndex((field) => field.name === name);
    const before = new Set(visibleFields(step, {}).map(({ name }) => name));
    for (const [name, answer] of decisions(step)) {
      const form = new FormData();
      form.set(name, answer === true ? "yes" : String(answer));
      const answers = readStepForm(step, form);
      expect(parts(step, answers), name).toEqual(parts(step));
      for (const added of visibleFields(step, answers).filter((field) => !before.has(field.name))) {
        expect(positionOf(added.name), `${added.name} after ${name}`).toBeGreaterThan(positionOf(name));
        const partOf = (fieldName: string) => partWith(parts(step), sectionOf(step, fieldName));
        expect(partOf(added.name), `${added.name} beside ${name}`).toBe(partOf(name));
      }
    }
  },
);

test("[F-APPL-12] any answers → the number of sections stays the same", () => {
  const countries = new Set(["BS", "HT"]);
  fc.assert(
    fc.property(fc.constantFrom(...knownSteps), draws, (step, g) => {
      expect(parts(step, goodAnswers(step, g, todayAround(), countries))).toEqual(parts(step));
    }),
  );
});

test("[N-PART-3, N-PART-4] the open section is the one with a problem, the one in the URL, or the one of the answer being changed", () => {
  const shown = [0, 1, 3];
  const open = (section: string | null, change: string | null = null, problem?: string) =>
    openPart(tripDetails, shown, { section, change, problems: problem ? [{ name: problem, message: "" }] : [] });
  expect(open(null)).toBe(0);
  expect(open("2")).toBe(1);
  expect(open("4", "destinationCity")).toBe(3);
  expect(open(null, "previousTravel-0-country")).toBe(3);
  expect(open("4", null, "intendedArrivalDate")).toBe(0);
  // It is on the same screen as the section before it.
  expect(open("3")).toBe(1);
  for (const foreign of ["0", "-1", "x", "", "99999999999999999999"]) expect(shown, foreign).toContain(open(foreign));
  expect(sectionOf(tripDetails, "previousTravel[0].arrivalDate.day")).toBe(3);
  expect(sectionOf(tripDetails, "section-2")).toBe(-1);
});
