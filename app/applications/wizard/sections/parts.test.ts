import { expect, test } from "vitest";
import { bahamasEmployment } from "~/applications/steps/bahamas-employment";
import { criminalHistory } from "~/applications/steps/criminal-history";
import { employmentEducation } from "~/applications/steps/employment-education";
import type { Answers, StepDefinition } from "~/applications/steps/engine/definition";
import { knownSteps } from "~/applications/steps/registry";
import { tripDetails } from "~/applications/steps/trip-details";
import { mostAtOnce, openPart, partsOf, sectionOf } from "./parts";

const parts = (step: StepDefinition, answers: Answers = {}, most = mostAtOnce) => partsOf(step, answers, [], most);

test("[N-PART-1] a step is shown in sections when it asks more than 12 questions under its answers, and has several sections", () => {
  const long = knownSteps.filter((step) => parts(step).length > 0).map(({ code }) => code);
  expect(long.sort()).toEqual([
    "applicant_info",
    "contact_info",
    "family_background",
    "passport_info",
    "security_questionnaire",
  ]);
  // Twelve as it opens.
  expect(parts(tripDetails)).toEqual([]);
  expect(parts(tripDetails, { hasBeenDeniedVisa: true })).toEqual([0, 1, 2, 3]);
  // Each entry of a list asks as well.
  expect(parts(tripDetails, { hasPreviousTravel: true, previousTravel: [{}] })).toEqual([0, 1, 2, 3]);
  expect(parts(criminalHistory, { hasCriminalConvictions: true, hasTerrorismInvolvement: true })).toEqual([]);
  for (const step of knownSteps.filter(({ sections }) => sections.length === 1)) expect(parts(step, {}, 0)).toEqual([]);
});

test("[N-PART-1] a section that asks nothing is not counted", () => {
  expect(parts(employmentEducation, { currentStatus: "employed" })).toEqual([0, 1, 2]);
  expect(parts(employmentEducation, { currentStatus: "unemployed" }, 0)).toEqual([0, 2]);
  expect(parts(bahamasEmployment, {}, 0)).toEqual([0, 2, 3]);
  expect(parts(bahamasEmployment, { hasFormerEmployment: true })).toEqual([0, 1, 2, 3]);
});

test("[N-PART-3, N-PART-4] the section that opens is that of a problem, of the address, or of the answer that is changed", () => {
  const shown = [0, 1, 3];
  const open = (section: string | null, change: string | null = null, problem?: string) =>
    openPart(tripDetails, shown, { section, change, problems: problem ? [{ name: problem, message: "" }] : [] });
  expect(open(null)).toBe(0);
  expect(open("2")).toBe(1);
  expect(open("4", "destinationCity")).toBe(3);
  expect(open(null, "previousTravel-0-country")).toBe(3);
  expect(open("4", null, "intendedArrivalDate")).toBe(0);
  // It asks nothing any more: the one before it is open.
  expect(open("3")).toBe(1);
  for (const foreign of ["0", "-1", "x", "", "99999999999999999999"]) expect(shown, foreign).toContain(open(foreign));
  expect(sectionOf(tripDetails, "previousTravel[0].arrivalDate.day")).toBe(3);
  expect(sectionOf(tripDetails, "section-2")).toBe(-1);
});
