import { describe, expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { inBoxes } from "../harness/applicants/date-boxes";
import { fullSteps } from "../harness/applicants/full-answers";
import { topicOf } from "../harness/applicants/security-topics";
import { fieldsIn, textOfHtml } from "../harness/form-fields";
import { HttpClient } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

/** Every question of every step is answered once; the tests then read the pages. */
const app = await sharedApp();
const client = new HttpClient(app);
const id = await client.start("asks@mail.example");
await app.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
for (const [step, { answers }] of Object.entries(fullSteps)) await client.save(id, { step, revision: "0", ...answers });

const pages = new Map<string, Promise<string>>();
/** A step's page, fetched once. */
function page(step: string): Promise<string> {
  const known = pages.get(step) ?? client.get(`/apply/${id}?step=${step}`).then((response) => response.text());
  pages.set(step, known);
  return known;
}
const words = (text: string) => text.split(" ");
/** The names of inputs: a date has three. The signature isn't typed. */
const inputs = (names: string) =>
  words(names).flatMap((name) =>
    /(date|Date)(OfBirth)?$/.test(name) && name !== "signatureDate"
      ? ["day", "month", "year"].map((part) => `${name}.${part}`)
      : [name],
  );

/** The inputs that each row of the specification requires, by step. */
const cases: [row: string, step: string, names: string][] = [
  [
    "[W-S1-1]",
    "applicant_info",
    "email firstName middleName lastName gender maritalStatus dateOfBirth cityOfBirth stateOfBirth countryOfBirth",
  ],
  [
    "[W-S1-2]",
    "applicant_info",
    "fullNameNativeAlphabet nativeAlphabetNotApplicable usesTelecode telecodeName hasOtherNames otherNames[0].type otherNames[0].name",
  ],
  [
    "[W-S2-1]",
    "passport_info",
    "passportType passportNumber passportBookNumber bookNumberNotApplicable issueDate expirationDate nationalityCountry",
  ],
  ["[W-S2-2]", "passport_info", "issuingCountry issuingAuthority issuingCity issuingState issuingCountryFull"],
  [
    "[W-S2-3]",
    "passport_info",
    "hasLostStolenPassport lostStolenDetails isPermanentResidentElsewhere permanentResidentCountry",
  ],
  [
    "[W-S2-4]",
    "passport_info",
    "hasOtherNationality otherNationalities[0].country otherNationalities[0].passportNumber",
  ],
  [
    "[W-S3-1]",
    "contact_info",
    "addressLine1 addressLine2 city stateProvince postalCode country hasDifferentMailingAddress mailingAddressLine1 mailingAddressLine2 mailingCity mailingStateProvince mailingPostalCode mailingCountry",
  ],
  ["[W-S3-2]", "contact_info", "primaryPhone secondaryPhone workPhone"],
  [
    "[W-S3-3]",
    "contact_info",
    "emergencyContactName emergencyContactRelationship emergencyContactPhone emergencyContactEmail",
  ],
  ["[W-S4-1]", "trip_details", "intendedArrivalDate intendedDepartureDate purposeOfTrip numberOfEntries"],
  ["[W-S4-2]", "trip_details", "destinationAddress destinationCity destinationState destinationPostalCode"],
  ["[W-S4-3]", "trip_details", "whoIsPaying payerName payerRelationship payerContact"],
  [
    "[W-S4-4]",
    "trip_details",
    "hasPreviousTravel previousTravel[0].country previousTravel[0].arrivalDate previousTravel[0].departureDate hasBeenDeniedVisa visaDenialDetails",
  ],
  [
    "[W-S5-1]",
    "family_background",
    "fatherFirstName fatherLastName fatherDateOfBirth fatherCountryOfBirth motherFirstName motherLastName motherDateOfBirth motherCountryOfBirth",
  ],
  ["[W-S5-2]", "family_background", "hasSpouse spouseFirstName spouseLastName spouseDateOfBirth spouseNationality"],
  [
    "[W-S6-1]",
    "employment_education",
    "currentStatus currentEmployerSchoolName jobTitleCourse startDate monthlyIncome",
  ],
  [
    "[W-S6-2]",
    "employment_education",
    "employerAddressLine1 employerAddressLine2 employerCity employerState employerPostalCode employerCountry employerPhone supervisorName supervisorPhone",
  ],
  [
    "[W-S6-8]",
    "employment_education",
    "hasPreviousEmployment previousEmployment[0].employerName previousEmployment[0].jobTitle previousEmployment[0].startDate previousEmployment[0].endDate",
  ],
  [
    "[W-S7-1]",
    "security_questionnaire",
    "hasCommunicableDisease hasBeenArrested arrestDetails hasViolatedImmigrationLaws immigrationViolationDetails hasTerroristInvolvement",
  ],
  ["[W-S8-1]", "review_certification", "certifyAccuracy certifyUnderstanding electronicSignature signatureDate"],
];
test.each(cases)("%s %s asks %s", async (_, step, names) => {
  const fields = fieldsIn(await page(step));
  expect([...fields.keys()]).toEqual(expect.arrayContaining(inputs(names)));
});

test.each(cases.filter(([, step]) => step in fullSteps))(
  "%s %s stores the typed answers under the names of their inputs and shows them again: %s",
  async (_, step, names) => {
    const answers = fullSteps[step]?.answers ?? {};
    const fields = fieldsIn(await page(step));
    const key = `step${standardSteps.findIndex(({ code }) => code === step) + 1}`;
    const [row] = await app.query<{ keys: string[] }>(
      "select array(select jsonb_object_keys(metadata -> $2)) as keys from visa_applications where id = $1",
      [id, key],
    );
    const inputNames = words(names).filter((name) => name in answers);
    expect(inputNames.length).toBeGreaterThan(0);
    for (const name of inputNames) expect(row?.keys).toContain(name.replace(/\[.*/, ""));
    for (const [name, text] of Object.entries(
      inBoxes(Object.fromEntries(inputNames.map((name) => [name, answers[name]]))),
    )) {
      const field = fields.get(name);
      expect([name, field?.checked[0] ?? field?.attributes.value]).toEqual([name, text]);
    }
  },
);

/** The options of each choice, in order. */
const offers: [row: string, step: string, line: string][] = [
  ["[W-S1-3]", "applicant_info", "gender: male female other prefer_not_to_say"],
  ["[W-S1-4]", "applicant_info", "maritalStatus: single married divorced widowed separated domestic_partnership"],
  ["[W-S1-5]", "applicant_info", "otherNames[0].type: maiden alias religious professional other"],
  ["[W-S2-5]", "passport_info", "passportType: regular official diplomatic emergency temporary"],
  ["[W-S4-5]", "trip_details", "numberOfEntries: single multiple"],
  ["[W-S4-6]", "trip_details", "whoIsPaying: self company sponsor other"],
  ["[W-S6-3]", "employment_education", "currentStatus: employed self_employed student retired unemployed"],
];
test.each(offers)("%s %s offers exactly %s", async (_, step, line) => {
  const [name = "", ...options] = line.split(/:? /);
  expect(
    fieldsIn(await page(step))
      .get(name)
      ?.values.filter(Boolean),
  ).toEqual(options);
});

describe("the security questions", () => {
  test.each([
    "[W-S7-5] health",
    "[W-S7-6] arrests",
    "[W-S7-7] drug and immigration law",
    "[W-S7-8] overstay",
    "[W-S7-9] visa cancellation",
    "[W-S7-10] deportation",
    "[W-S7-11] custody",
    "[W-S7-12] voting",
    "[W-S7-13] tax-motivated renunciation",
    "[W-S7-14] trafficking",
    "[W-S7-15] terrorism",
    "[W-S7-16] genocide",
    "[W-S7-17] torture",
    "[W-S7-18] extrajudicial killing",
    "[W-S7-19] child soldiers",
    "[W-S7-20] religious freedom",
    "[W-S7-21] population control",
    "[W-S7-22] organ trafficking",
  ])("%s: a yes-or-no question with details and no preselected answer", async (title) => {
    const { pattern: askedText, questions } = topicOf(title);
    const html = await page("security_questionnaire");
    const fields = fieldsIn(html);
    expect(textOfHtml(html)).toMatch(askedText);
    for (const [name, details] of questions) {
      expect(fields.get(name)).toMatchObject({ kind: "radio", values: ["yes", "no"], checked: [] });
      expect(fields.get(details)).toMatchObject({ kind: "textarea" });
    }
  });

  test("[W-S7-4, W-S7-23] every stored question is asked, under the heading of its topic", async () => {
    const columns = await app.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = 'security_questionnaire' and column_name not in ('application_id', 'updated_at')`,
    );
    const html = await page("security_questionnaire");
    const names = [...fieldsIn(html).keys()].map((name) => name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase());
    for (const { name } of columns) expect(names).toContain(name);
    const flags = columns.filter(({ type }) => type === "boolean");
    expect(flags.length).toBeGreaterThanOrEqual(30);
    expect(columns.length, "each with its details").toBe(2 * flags.length);
    const main = inside(screenOf(html).getByRole("main"));
    const topics = main.getAllByRole("heading", { level: 2 }).filter(({ id }) => id.startsWith("section-"));
    expect(topics.length).toBeGreaterThanOrEqual(6);
  });
});
