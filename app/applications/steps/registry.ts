import type { StepDefinition } from "../../form-engine/definition";
import { accommodation } from "./accommodation";
import { applicantInfo } from "./applicant-info";
import { bahamasEmployment } from "./bahamas-employment";
import { contactInfo } from "./contact-info";
import { criminalHistory } from "./criminal-history";
import { dependents } from "./dependents";
import { employmentEducation } from "./employment-education";
import { familyBackground } from "./family-background";
import { familyRelatives } from "./family-relatives";
import { passportInfo } from "./passport-info";
import { reviewCertification } from "./review-certification";
import { securityQuestionnaire } from "./security-questionnaire";
import { tripDetails } from "./trip-details";

/** Steps of a service without a configuration. */
export const standardSteps: readonly StepDefinition[] = [
  applicantInfo,
  passportInfo,
  contactInfo,
  tripDetails,
  familyBackground,
  employmentEducation,
  securityQuestionnaire,
  reviewCertification,
];

const addOnSteps: readonly StepDefinition[] = [
  bahamasEmployment,
  familyRelatives,
  criminalHistory,
  accommodation,
  dependents,
];

export const knownSteps: readonly StepDefinition[] = [...standardSteps, ...addOnSteps];
const byComponent = new Map(knownSteps.map((step) => [step.component, step]));

export const stepByComponent = (component: string): StepDefinition | undefined => byComponent.get(component);

const byCode = new Map(knownSteps.map((step) => [step.code, step]));

export const stepByCode = (code: string): StepDefinition | undefined => byCode.get(code);

export const metadataKey = (step: StepDefinition): string => `step${step.number}`;
