import type { CountryCode, StepDefinitionContent } from "./shape";

/** The eight standard steps take about 40 minutes, the five Bahamas add-ons about 18 more. */
export const starterStepDefinitions = [
  {
    stepCode: "applicant_info",
    stepName: "Applicant Information",
    componentName: "ApplicantInformation",
    stepType: "standard",
    estimatedTimeMinutes: 5,
  },
  {
    stepCode: "passport_info",
    stepName: "Passport Information",
    componentName: "PassportInformation",
    stepType: "standard",
    estimatedTimeMinutes: 5,
  },
  {
    stepCode: "contact_info",
    stepName: "Contact Information",
    componentName: "ContactInformation",
    stepType: "standard",
    estimatedTimeMinutes: 4,
  },
  {
    stepCode: "trip_details",
    stepName: "Trip Details",
    componentName: "TripDetails",
    stepType: "standard",
    estimatedTimeMinutes: 6,
  },
  {
    stepCode: "family_background",
    stepName: "Family Background",
    componentName: "FamilyBackground",
    stepType: "standard",
    estimatedTimeMinutes: 5,
  },
  {
    stepCode: "employment_education",
    stepName: "Employment/Education",
    componentName: "EmploymentEducation",
    stepType: "standard",
    estimatedTimeMinutes: 5,
  },
  {
    stepCode: "security_questionnaire",
    stepName: "Security Questions",
    componentName: "SecurityQuestions",
    stepType: "standard",
    estimatedTimeMinutes: 7,
  },
  {
    stepCode: "review_certification",
    stepName: "Review & Certification",
    componentName: "ReviewCertification",
    stepType: "standard",
    estimatedTimeMinutes: 3,
  },
  {
    stepCode: "bahamas_employment",
    stepName: "Bahamas Employment",
    componentName: "BahamasEmployment",
    stepType: "addon",
    estimatedTimeMinutes: 5,
  },
  {
    stepCode: "family_relatives",
    stepName: "Family Relatives",
    componentName: "FamilyRelatives",
    stepType: "addon",
    estimatedTimeMinutes: 4,
  },
  {
    stepCode: "criminal_history",
    stepName: "Criminal History",
    componentName: "CriminalHistory",
    stepType: "addon",
    estimatedTimeMinutes: 3,
  },
  {
    stepCode: "accommodation",
    stepName: "Accommodation",
    componentName: "Accommodation",
    stepType: "addon",
    estimatedTimeMinutes: 3,
  },
  {
    stepCode: "dependents",
    stepName: "Dependents",
    componentName: "Dependents",
    stepType: "addon",
    estimatedTimeMinutes: 3,
  },
] as const satisfies readonly StepDefinitionContent[];

export type StepCode = (typeof starterStepDefinitions)[number]["stepCode"];

/** In display order. A country without an entry has the standard eight. */
export const starterCountrySteps = {
  BS: [
    "applicant_info",
    "passport_info",
    "contact_info",
    "trip_details",
    "family_background",
    "employment_education",
    "security_questionnaire",
    "bahamas_employment",
    "family_relatives",
    "criminal_history",
    "accommodation",
    "dependents",
    "review_certification",
  ],
} as const satisfies Partial<Record<CountryCode, readonly StepCode[]>>;
