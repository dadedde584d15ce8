import { applicantInfo } from "./applicant-info";
import { contactInfo } from "./contact-info";
import type { StepDefinition } from "./definition";
import { employmentEducation } from "./employment-education";
import { familyBackground } from "./family-background";
import { passportInfo } from "./passport-info";
import { reviewCertification } from "./review-certification";
import { securityQuestionnaire } from "./security-questionnaire";
import { tripDetails } from "./trip-details";

/** Every step that the program knows, standard ones in their order (W-CONF-1, -2). */
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

const byComponent = new Map(standardSteps.map((step) => [step.component, step]));

export const stepByComponent = (component: string): StepDefinition | undefined => byComponent.get(component);

const byCode = new Map(standardSteps.map((step) => [step.code, step]));

export const stepByCode = (code: string): StepDefinition | undefined => byCode.get(code);

/** The key of a step's answers in `metadata` (W-SAVE-3). */
export const metadataKey = (step: StepDefinition): string => `step${step.number}`;
