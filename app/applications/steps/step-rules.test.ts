import { beforeAll, describe, expect, test } from "vitest";
import { standardSteps } from "~/applications/steps/registry";
import { applicant as someone } from "../../../test/harness/applicants/applicant";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { type Fields, form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.start("rules@mail.example");
  await applicant.fillIn(id);
});
/** The day before the applicant's arrival. */
const arrival = Date.parse(someone["Trip Details"]?.intendedArrivalDate ?? "");
const dayBefore = new Date(arrival - 86_400_000).toISOString().slice(0, 10);

const titles = new Map(standardSteps.map(({ code, title }) => [code, title]));
const revisions = new Map<string, number>();

/** Sends a step with some answers changed, as `Next Step` does; returns the problems, each as `name: message`. */
async function problemsOf(code: string, change: Fields): Promise<string[]> {
  const revision = String(revisions.get(code) ?? 0);
  const fields = { ...form(code, titles.get(code) ?? "", change), revision, intent: "next" };
  let response = await applicant.save(id, fields);
  if (response.status === 409)
    response = await applicant.save(id, { ...fields, revision: String(response.outcome.revision) });
  revisions.set(code, response.outcome.revision ?? 0);
  expect([200, 422]).toContain(response.status);
  // Answers that contradict each other are asked about, none is refused.
  const problems = (response.outcome.problems ?? []) as { name: string; message: string }[];
  return problems.map(({ name, message }) => `${name}: ${message}`);
}

type Rule = [title: string, change: Fields, ...said: string[]];
/** Every name of these is missing: each is asked for by its label. */
const missing = (labels: Record<string, string>): [Fields, ...string[]] => [
  Object.fromEntries(Object.keys(labels).map((name) => [name, " "])),
  ...Object.entries(labels).map(([name, label]) => `${name}: ${label} is required`),
];
const wrongChoice = (name: string, label: string): [Fields, string] => [
  { [name]: "something" },
  `${name}: ${label}: choose one of the options`,
];
const malformedPhone = "Please enter a valid phone number, such as +1 242 555 0142";

const rules: Record<string, Rule[]> = {
  applicant_info: [
    ["[W-SHARED-8] what no rule requires may stay blank", { middleName: "", stateOfBirth: " ", usesTelecode: "" }],
    ["[W-S1-3] gender", ...wrongChoice("gender", "Gender")],
    ["[W-S1-4] marital status", ...wrongChoice("maritalStatus", "Marital status")],
    [
      "[W-S1-5] type of another name",
      { "otherNames[0].type": "x" },
      "otherNames[0].type: Other name #1: Type: choose one of the options",
    ],
    ["[W-S1-6] no email", { email: "" }, "email: Email address is required"],
    ["[W-S1-7, W-SHARED-3] a malformed email", { email: "a b@c" }, "email: Please enter a valid email address"],
    ["[W-S1-8, W-SHARED-1] names", ...missing({ firstName: "First name", lastName: "Last name" })],
    ["[W-S1-9] gender and marital status", ...missing({ gender: "Gender", maritalStatus: "Marital status" })],
    [
      "[W-S1-10] birth",
      ...missing({ dateOfBirth: "Date of birth", cityOfBirth: "City of birth", countryOfBirth: "Country of birth" }),
    ],
    ["[W-S1-11] telecode", { usesTelecode: "yes" }, "telecodeName: Telecode is required"],
    [
      "[W-S1-12] telecode of five",
      { usesTelecode: "yes", telecodeName: "12345" },
      "telecodeName: Telecode can have at most 4 characters; this one has 5",
    ],
    ["a telecode of four", { usesTelecode: "yes", telecodeName: "1234" }],
    [
      "[W-S1-13] another name without type",
      { "otherNames[0].type": "" },
      "otherNames[0].type: Other name #1: Type is required",
    ],
    [
      "[W-S1-14] a second one without name",
      { "otherNames[1].type": "alias", "otherNames[1].name": "" },
      "otherNames[1].name: Other name #2: Name is required",
    ],
    ["[W-SHARED-9] a hidden answer is not validated", { usesTelecode: "no", telecodeName: "12345" }],
    [
      "[N-DATE-8] a birth in the future",
      { dateOfBirth: "2190-01-01" },
      "dateOfBirth: Date of birth must be a day in the past",
    ],
    [
      "a country that is none",
      { countryOfBirth: "XX" },
      "countryOfBirth: Country of birth: “XX” is not on the list. Please choose a country.",
    ],
  ],
  passport_info: [
    ["[W-S2-5] passport type", ...wrongChoice("passportType", "Passport type")],
    [
      "[W-S2-6] passport",
      ...missing({
        passportType: "Passport type",
        passportNumber: "Passport number",
        nationalityCountry: "Country of nationality",
      }),
    ],
    [
      "[W-S2-7] issue",
      ...missing({ issuingCountry: "Issuing country", issueDate: "Date of issue", expirationDate: "Expiration date" }),
    ],
    [
      "[W-S2-8] an expired passport",
      { expirationDate: "2020-01-01" },
      "expirationDate: Passport must be valid (not expired)",
    ],
    [
      "[W-S2-9] a lost passport",
      { hasLostStolenPassport: "yes" },
      "lostStolenDetails: Details of the lost or stolen passport are required",
    ],
    [
      "[W-S2-10] another nationality",
      { hasOtherNationality: "yes", "otherNationalities[0].passportNumber": "X1" },
      "otherNationalities[0].country: Other nationality #1: Country is required",
    ],
    [
      "[W-S2-11] a permanent resident",
      { isPermanentResidentElsewhere: "yes" },
      "permanentResidentCountry: Country of permanent residence is required",
    ],
    [
      "a passport that is valid for less than 6 months is not refused",
      { expirationDate: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) },
    ],
  ],
  contact_info: [
    [
      "[W-S3-4] address",
      ...missing({ addressLine1: "Address line 1", city: "City", postalCode: "Postal code", country: "Country" }),
    ],
    ["[W-S3-5] phone", ...missing({ primaryPhone: "Primary phone" })],
    [
      "[W-S3-6, W-SHARED-5] a phone with letters",
      { primaryPhone: "+1 242 555 O142" },
      `primaryPhone: ${malformedPhone}`,
    ],
    ["[W-SHARED-4] a phone of nine", { primaryPhone: "242555014" }, `primaryPhone: ${malformedPhone}`],
    ["a phone of ten, with all that may be in it", { primaryPhone: "+1 (2)-345" }],
    [
      "[W-S3-7] mailing address",
      { hasDifferentMailingAddress: "yes" },
      "mailingAddressLine1: Mailing address line 1 is required",
      "mailingCity: Mailing city is required",
      "mailingPostalCode: Mailing postal code is required",
      "mailingCountry: Mailing country is required",
    ],
    [
      "every other email and phone",
      { workPhone: "1", emergencyContactEmail: "x" },
      `workPhone: ${malformedPhone}`,
      "emergencyContactEmail: Please enter a valid email address",
    ],
  ],
  trip_details: [
    ["[W-S4-5] entries", ...wrongChoice("numberOfEntries", "Number of entries")],
    ["[W-S4-6] who is paying", ...wrongChoice("whoIsPaying", "Who is paying for the trip?")],
    [
      "[W-S4-7] trip",
      { intendedArrivalDate: "", intendedDepartureDate: "", purposeOfTrip: "", numberOfEntries: "", whoIsPaying: "" },
      "intendedArrivalDate: Intended arrival date is required",
      "purposeOfTrip: Purpose of trip is required",
      "numberOfEntries: Number of entries is required",
      "whoIsPaying: Please choose who is paying",
    ],
    [
      "[W-S4-11] a sponsor",
      ...missing({ payerName: "Payer’s name", payerRelationship: "Payer’s relationship to you" }),
    ],
    ["[W-S4-12] paid by oneself", { whoIsPaying: "self", payerName: "", payerRelationship: "" }],
    [
      "[W-S4-13] an earlier trip",
      { hasPreviousTravel: "yes", "previousTravel[0].country": "", "previousTravel[1].country": "" },
      "previousTravel[0].country: Trip #1: Country is required",
      "previousTravel[0].arrivalDate: Trip #1: Arrival date is required",
      "previousTravel[0].departureDate: Trip #1: Departure date is required",
      "previousTravel[1].country: Trip #2: Country is required",
      "previousTravel[1].arrivalDate: Trip #2: Arrival date is required",
      "previousTravel[1].departureDate: Trip #2: Departure date is required",
    ],
    [
      "[W-S4-14] a refused visa",
      { hasBeenDeniedVisa: "yes" },
      "visaDenialDetails: Details of the refusal are required",
    ],
    [
      "[W-S4-9, N-DATE-8] a departure before the arrival",
      { intendedDepartureDate: dayBefore },
      "intendedDepartureDate: Intended departure date can’t be before the arrival",
    ],
  ],
  family_background: [
    [
      "[W-S5-3] parents",
      ...missing({
        fatherFirstName: "Father’s first name",
        fatherLastName: "Father’s last name",
        motherFirstName: "Mother’s first name",
        motherLastName: "Mother’s last name",
      }),
    ],
    [
      "[W-S5-4] spouse",
      { hasSpouse: "yes" },
      "spouseFirstName: Spouse’s first name is required",
      "spouseLastName: Spouse’s last name is required",
    ],
  ],
  employment_education: [
    ["[W-S6-3] status", ...wrongChoice("currentStatus", "Current status")],
    ["[W-S6-4] no status", ...missing({ currentStatus: "Current status" })],
    ["[W-S6-5] employed", ...missing({ currentEmployerSchoolName: "Employer name", jobTitleCourse: "Job title" })],
    [
      "[W-S6-5] self-employed",
      { currentStatus: "self_employed", currentEmployerSchoolName: "" },
      "currentEmployerSchoolName: Employer name is required",
    ],
    [
      "[W-S6-6] student",
      { currentStatus: "student", currentEmployerSchoolName: "", jobTitleCourse: "" },
      "currentEmployerSchoolName: School name is required",
      "jobTitleCourse: Course of study is required",
    ],
    ["[W-S6-7] retired", { currentStatus: "retired", currentEmployerSchoolName: "", jobTitleCourse: "" }],
    ["[W-S6-7] unemployed", { currentStatus: "unemployed", currentEmployerSchoolName: "", jobTitleCourse: "" }],
    ["[W-SHARED-2] an income of 0", { monthlyIncome: "0" }],
    [
      "[N-NUM-4] an income that is no number",
      { monthlyIncome: "much" },
      "monthlyIncome: Monthly income must be a number, such as 3500.00",
    ],
  ],
  security_questionnaire: [
    [
      "[N-SEC-1] two not answered",
      { hasBeenArrested: "", hasOverstayed: "", overstayDetails: "" },
      "hasBeenArrested: Please answer Yes or No: Have you ever been arrested or convicted for any offense or crime…",
      "hasOverstayed: Please answer Yes or No: Have you ever stayed in a country longer than you were allowed to?",
    ],
  ],
};

describe.each(Object.entries(rules))("%s", (code, list) => {
  test.each(list)("%s", async (_, change, ...expected) => {
    const before = await readPosition();
    expect(await problemsOf(code, change)).toEqual(expected);
    if (expected.length > 0) expect((await readPosition()).step, "it stays on the step").toBe(titleNumber(code));
    expect((await readPosition()).furthest).toBe(before.furthest);
    expect(await problemsOf(code, {}), "as it was it goes on").toEqual([]);
  });
});

const titleNumber = (code: string) => standardSteps.findIndex((step) => step.code === code) + 1;
async function readPosition() {
  const [row] = await database.query<{ step: number; furthest: number }>(
    "select current_step as step, furthest_step as furthest from visa_applications where id = $1",
    [id],
  );
  return row ?? { step: 0, furthest: 0 };
}

test("[W-S7-2, W-S7-3] a security question asks for its details only when it is answered yes", async () => {
  const questions = (standardSteps[6]?.sections ?? [])
    .flatMap((section) => section.fields)
    .filter((field) => field.kind === "yesno");
  expect(questions.length).toBeGreaterThanOrEqual(30);
  const all = Object.fromEntries(questions.map(({ name }) => [name, "yes"]));
  const problems = await problemsOf("security_questionnaire", { ...all, overstayDetails: "" });
  expect(problems).toHaveLength(questions.length);
  expect(problems.join()).toMatch(
    /arrestDetails: Details are required.*immigrationViolationDetails: Details are required/s,
  );
  const none = Object.fromEntries(questions.map(({ name }) => [name, "no"]));
  expect(await problemsOf("security_questionnaire", none)).toEqual([]);
  expect(await problemsOf("security_questionnaire", {})).toEqual([]);
});

test("[W-S8-2, W-S8-3, W-S8-4] the certification is refused with its own messages", async () => {
  const response = await applicant.save(id, {
    step: "review_certification",
    revision: "0",
    intent: "submit",
    attempt: crypto.randomUUID(),
  });
  expect(response).toMatchObject({ status: 422, outcome: { kind: "invalid" } });
  expect(response.outcome.problems).toEqual([
    { name: "certifyAccuracy", message: "You must certify the accuracy of your information" },
    { name: "certifyUnderstanding", message: "You must acknowledge the terms" },
    { name: "electronicSignature", message: "Electronic signature (full name) is required" },
  ]);
});
