import { sql } from "drizzle-orm";
import { boolean, check, date, integer, jsonb, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { instant, money } from "./columns";
import { employmentStatuses, entryCounts, genders, maritalStatuses, passportTypes, payers } from "./values";

// One row per application in each table, keyed by `application_id`. A property is the name of the form's input and of
// the key in `metadata`. A row is created once its required answers exist; then it mirrors the latest relevant answers,
// so that the other columns may be null (D16).
const application = () =>
  uuid()
    .primaryKey()
    .references(() => visaApplications.id, { onDelete: "cascade" });
const flag = () => boolean().notNull().default(false);
const list = <T>() => jsonb().$type<T[]>().notNull().default([]);
const updatedAt = () => instant().notNull().defaultNow();

export const gender = pgEnum("gender", genders);
export const maritalStatus = pgEnum("marital_status", maritalStatuses);
export const passportType = pgEnum("passport_type", passportTypes);
export const entryCount = pgEnum("entry_count", entryCounts);
export const payer = pgEnum("payer", payers);
export const employmentStatus = pgEnum("employment_status", employmentStatuses);

export const applicantInformation = pgTable("applicant_information", {
  applicationId: application(),
  email: text(),
  firstName: text(),
  middleName: text(),
  lastName: text(),
  fullNameNativeAlphabet: text(),
  nativeAlphabetNotApplicable: flag(),
  usesTelecode: flag(),
  telecodeName: text(),
  hasOtherNames: flag(),
  otherNames: list<{ type: string; name: string }>(),
  gender: gender(),
  maritalStatus: maritalStatus(),
  dateOfBirth: date(),
  cityOfBirth: text(),
  stateOfBirth: text(),
  countryOfBirth: text(),
  updatedAt: updatedAt(),
});

export const passportInformation = pgTable("passport_information", {
  applicationId: application(),
  passportType: passportType().notNull().default("regular"),
  passportNumber: text(),
  passportBookNumber: text(),
  bookNumberNotApplicable: flag(),
  issuingCountry: text(),
  issuingAuthority: text(),
  issuingCity: text(),
  issuingState: text(),
  issuingCountryFull: text(),
  issueDate: date(),
  expirationDate: date(),
  hasLostStolenPassport: flag(),
  lostStolenDetails: text(),
  hasOtherNationality: flag(),
  otherNationalities: list<{ country: string; passportNumber: string | null }>(),
  isPermanentResidentElsewhere: flag(),
  permanentResidentCountry: text(),
  nationalityCountry: text(),
  updatedAt: updatedAt(),
});

export const contactInformation = pgTable("contact_information", {
  applicationId: application(),
  addressLine1: text(),
  addressLine2: text(),
  city: text(),
  stateProvince: text(),
  postalCode: text(),
  country: text(),
  hasDifferentMailingAddress: flag(),
  mailingAddressLine1: text(),
  mailingAddressLine2: text(),
  mailingCity: text(),
  mailingStateProvince: text(),
  mailingPostalCode: text(),
  mailingCountry: text(),
  primaryPhone: text(),
  secondaryPhone: text(),
  workPhone: text(),
  emergencyContactName: text(),
  emergencyContactRelationship: text(),
  emergencyContactPhone: text(),
  emergencyContactEmail: text(),
  updatedAt: updatedAt(),
});

export const tripDetails = pgTable(
  "trip_details",
  {
    applicationId: application(),
    intendedArrivalDate: date(),
    intendedDepartureDate: date(),
    lengthOfStayDays: integer(),
    purposeOfTrip: text(),
    numberOfEntries: entryCount().notNull().default("single"),
    destinationAddress: text(),
    destinationCity: text(),
    destinationState: text(),
    destinationPostalCode: text(),
    whoIsPaying: payer(),
    payerName: text(),
    payerRelationship: text(),
    payerContact: text(),
    hasPreviousTravel: flag(),
    previousTravel: list<{ country: string; arrivalDate: string; departureDate: string }>(),
    hasBeenDeniedVisa: flag(),
    visaDenialDetails: text(),
    updatedAt: updatedAt(),
  },
  (t) => [check("trip_details_stay_positive", sql`${t.lengthOfStayDays} > 0`)],
);

export const familyBackground = pgTable("family_background", {
  applicationId: application(),
  fatherUnknown: flag(),
  fatherFirstName: text(),
  fatherLastName: text(),
  fatherDateOfBirth: date(),
  fatherCountryOfBirth: text(),
  fatherCurrentCountry: text(),
  fatherCitizenship: text(),
  motherUnknown: flag(),
  motherFirstName: text(),
  motherLastName: text(),
  motherDateOfBirth: date(),
  motherCountryOfBirth: text(),
  motherCurrentCountry: text(),
  motherCitizenship: text(),
  hasSpouse: flag(),
  spouseFirstName: text(),
  spouseLastName: text(),
  spouseDateOfBirth: date(),
  spouseNationality: text(),
  spousePlaceOfBirth: text(),
  spouseCurrentAddress: text(),
  updatedAt: updatedAt(),
});

export type PreviousEmployment = {
  employerName: string;
  jobTitle: string | null;
  startDate: string | null;
  endDate: string | null;
};

export const employmentEducation = pgTable(
  "employment_education",
  {
    applicationId: application(),
    currentStatus: employmentStatus(),
    currentEmployerSchoolName: text(),
    jobTitleCourse: text(),
    employerAddressLine1: text(),
    employerAddressLine2: text(),
    employerCity: text(),
    employerState: text(),
    employerPostalCode: text(),
    employerCountry: text(),
    employerPhone: text(),
    supervisorName: text(),
    supervisorPhone: text(),
    startDate: date(),
    monthlyIncome: money(),
    hasPreviousEmployment: flag(),
    previousEmployment: list<PreviousEmployment>(),
    updatedAt: updatedAt(),
  },
  (t) => [check("employment_education_income_not_negative", sql`${t.monthlyIncome} >= 0`)],
);

export const securityQuestionnaire = pgTable("security_questionnaire", {
  applicationId: application(),
  hasCommunicableDisease: flag(),
  communicableDiseaseDetails: text(),
  hasDangerousDisorder: flag(),
  dangerousDisorderDetails: text(),
  hasDrugAddiction: flag(),
  drugAddictionDetails: text(),
  hasBeenArrested: flag(),
  arrestDetails: text(),
  hasViolatedDrugLaws: flag(),
  drugViolationDetails: text(),
  hasEngagedInProstitution: flag(),
  prostitutionDetails: text(),
  hasLaunderedMoney: flag(),
  moneyLaunderingDetails: text(),
  hasCommittedTrafficking: flag(),
  traffickingDetails: text(),
  hasAidedTrafficking: flag(),
  aidedTraffickingDetails: text(),
  hasBenefitedFromTrafficking: flag(),
  traffickingBenefitDetails: text(),
  hasEngagedInEspionage: flag(),
  espionageDetails: text(),
  hasTerroristInvolvement: flag(),
  terroristInvolvementDetails: text(),
  hasFundedTerrorism: flag(),
  terrorismFundingDetails: text(),
  isTerroristGroupMember: flag(),
  terroristGroupDetails: text(),
  isTerroristRelative: flag(),
  terroristRelativeDetails: text(),
  hasCommittedGenocide: flag(),
  genocideDetails: text(),
  hasCommittedTorture: flag(),
  tortureDetails: text(),
  hasCommittedExtrajudicialKilling: flag(),
  extrajudicialKillingDetails: text(),
  hasUsedChildSoldiers: flag(),
  childSoldierDetails: text(),
  hasViolatedReligiousFreedom: flag(),
  religiousFreedomDetails: text(),
  hasForcedPopulationControl: flag(),
  populationControlDetails: text(),
  hasTraffickedOrgans: flag(),
  organTraffickingDetails: text(),
  hasViolatedImmigrationLaws: flag(),
  immigrationViolationDetails: text(),
  hasMisrepresentedFacts: flag(),
  misrepresentationDetails: text(),
  hasOverstayed: flag(),
  overstayDetails: text(),
  hasHadVisaCancelled: flag(),
  visaCancellationDetails: text(),
  hasBeenDeported: flag(),
  deportationDetails: text(),
  hasAttendedRemovalHearing: flag(),
  removalHearingDetails: text(),
  hasWithheldCustody: flag(),
  custodyDetails: text(),
  hasVotedUnlawfully: flag(),
  unlawfulVotingDetails: text(),
  hasRenouncedForTax: flag(),
  taxRenunciationDetails: text(),
  updatedAt: updatedAt(),
});
