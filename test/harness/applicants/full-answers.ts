import type { Fields } from "../http-client";
import { inYears } from "./applicant";

/** The column `address_line1` of `addressLine1`. */
export const column = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();

/** The row of a form: each input in the column of its name, yes and no as booleans. */
export const rowFor = ({ answers, row }: FullStep): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(answers)
      .filter(([name]) => !name.includes("["))
      .map(([name, value]) => [column(name), value === "yes" ? true : value === "no" ? false : value]),
  ),
  ...row,
});

/**
 * A complete step as form fields; `row`: columns that differ from names or values of inputs; `needed`: answers without
 * which no row is stored.
 */
export type FullStep = {
  table: string;
  title: string;
  answers: Fields;
  row: Record<string, unknown>;
  needed: string[];
};

export const fullSteps: Record<string, FullStep> = {
  applicant_info: {
    table: "applicant_information",
    title: "Applicant Information",
    needed: [
      "firstName",
      "lastName",
      "email",
      "gender",
      "maritalStatus",
      "dateOfBirth",
      "cityOfBirth",
      "countryOfBirth",
    ],
    answers: {
      email: "wai.man@mail.example",
      firstName: "Wai-man",
      middleName: "d'Arcy",
      lastName: "Chan O'Neill",
      fullNameNativeAlphabet: "陳偉文",
      usesTelecode: "yes",
      telecodeName: "7115",
      hasOtherNames: "yes",
      "otherNames[0].type": "alias",
      "otherNames[0].name": "Raymond",
      "otherNames[1].type": "professional",
      "otherNames[1].name": "R. d’Arcy",
      gender: "prefer_not_to_say",
      maritalStatus: "domestic_partnership",
      dateOfBirth: "1984-02-29",
      cityOfBirth: "九龍",
      stateOfBirth: "Kowloon",
      countryOfBirth: "HK",
    },
    row: {
      native_alphabet_not_applicable: false,
      other_names: [
        { type: "alias", name: "Raymond" },
        { type: "professional", name: "R. d’Arcy" },
      ],
    },
  },
  passport_info: {
    table: "passport_information",
    title: "Passport Information",
    needed: ["passportNumber", "issuingCountry", "issueDate", "expirationDate", "nationalityCountry"],
    answers: {
      passportType: "diplomatic",
      passportNumber: "K00123",
      passportBookNumber: "B-77",
      issuingCountry: "HK",
      issuingAuthority: "Immigration Department",
      issuingCity: "Hong Kong",
      issuingState: "Central",
      issuingCountryFull: "Hong Kong SAR, China",
      issueDate: inYears(-2, "03-01"),
      expirationDate: inYears(8, "02-28"),
      nationalityCountry: "CN",
      hasLostStolenPassport: "yes",
      lostStolenDetails: "Left in a taxi.\nReported.",
      hasOtherNationality: "yes",
      "otherNationalities[0].country": "GB",
      "otherNationalities[0].passportNumber": "GB-1",
      "otherNationalities[1].country": "CA",
      isPermanentResidentElsewhere: "yes",
      permanentResidentCountry: "BS",
    },
    row: {
      book_number_not_applicable: false,
      other_nationalities: [{ country: "GB", passportNumber: "GB-1" }, { country: "CA" }],
    },
  },
  contact_info: {
    table: "contact_information",
    title: "Contact Information",
    needed: ["addressLine1", "city", "postalCode", "country", "primaryPhone"],
    answers: {
      addressLine1: "Flat 5",
      addressLine2: "88 Queen's Road",
      city: "Hong Kong",
      stateProvince: "Central",
      postalCode: "00000",
      country: "HK",
      hasDifferentMailingAddress: "yes",
      mailingAddressLine1: "P.O. Box N-1",
      mailingAddressLine2: "c/o Rolle",
      mailingCity: "Nassau",
      mailingStateProvince: "New Providence",
      mailingPostalCode: "N-1",
      mailingCountry: "BS",
      primaryPhone: "+852 2345 6789",
      secondaryPhone: "+1 (242) 555-0101",
      workPhone: "+852 2345 0000",
      emergencyContactName: "Ana Chan",
      emergencyContactRelationship: "Sister",
      emergencyContactPhone: "+852 9876 5432",
      emergencyContactEmail: "ana@mail.example",
    },
    row: {},
  },
  trip_details: {
    table: "trip_details",
    title: "Trip Details",
    needed: ["intendedArrivalDate", "purposeOfTrip", "whoIsPaying"],
    answers: {
      intendedArrivalDate: inYears(1, "12-30"),
      intendedDepartureDate: inYears(2, "02-28"),
      purposeOfTrip: "Junkanoo",
      numberOfEntries: "multiple",
      destinationAddress: "7 Balls Alley",
      destinationCity: "Nassau",
      destinationState: "New Providence",
      destinationPostalCode: "N-2",
      whoIsPaying: "company",
      payerName: "Chan & Sons",
      payerRelationship: "Employer",
      payerContact: "+852 2345 0000",
      hasPreviousTravel: "yes",
      "previousTravel[0].country": "JM",
      "previousTravel[0].arrivalDate": "2019-01-02",
      "previousTravel[0].departureDate": "2019-01-09",
      hasBeenDeniedVisa: "yes",
      visaDenialDetails: "2012, a missing paper.",
    },
    row: {
      length_of_stay_days: 60,
      previous_travel: [{ country: "JM", arrivalDate: "2019-01-02", departureDate: "2019-01-09" }],
    },
  },
  family_background: {
    table: "family_background",
    title: "Family Background",
    needed: ["fatherFirstName", "fatherLastName", "motherFirstName", "motherLastName"],
    answers: {
      fatherFirstName: "Kwok",
      fatherLastName: "Chan",
      fatherDateOfBirth: "1950-01-01",
      fatherCountryOfBirth: "CN",
      fatherCurrentCountry: "HK",
      fatherCitizenship: "CN",
      motherFirstName: "Siobhán",
      motherLastName: "O'Neill",
      motherDateOfBirth: "1955-12-31",
      motherCountryOfBirth: "IE",
      motherCurrentCountry: "GB",
      motherCitizenship: "IE",
      hasSpouse: "yes",
      spouseFirstName: "Zoë",
      spouseLastName: "Rolle",
      spouseDateOfBirth: "1985-05-05",
      spouseNationality: "BS",
      spousePlaceOfBirth: "Freeport",
      spouseCurrentAddress: "7 Balls Alley, Nassau",
    },
    row: { father_unknown: false, mother_unknown: false },
  },
  employment_education: {
    table: "employment_education",
    title: "Employment/Education",
    needed: ["currentStatus"],
    answers: {
      currentStatus: "self_employed",
      currentEmployerSchoolName: "Chan & Sons",
      jobTitleCourse: "Boatbuilder",
      employerAddressLine1: "1 Dock",
      employerAddressLine2: "Unit 2",
      employerCity: "Aberdeen",
      employerState: "HK Island",
      employerPostalCode: "00000",
      employerCountry: "HK",
      employerPhone: "+852 2345 0000",
      supervisorName: "Nobody",
      supervisorPhone: "+852 2345 0001",
      startDate: "2015-07-01",
      monthlyIncome: "12,345.60",
      hasPreviousEmployment: "yes",
      "previousEmployment[0].employerName": "Old Yard",
      "previousEmployment[0].jobTitle": "Apprentice",
      "previousEmployment[0].startDate": "2010-01-01",
      "previousEmployment[0].endDate": "2015-06-30",
    },
    row: {
      monthly_income: "12345.60",
      previous_employment: [
        { employerName: "Old Yard", jobTitle: "Apprentice", startDate: "2010-01-01", endDate: "2015-06-30" },
      ],
    },
  },
};
