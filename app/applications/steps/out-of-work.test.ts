import { beforeEach, expect, test } from "vitest";
import { answersIn } from "~/applications/steps/answers-in";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { countryNames } from "~/core/countries.server";
import type { Metadata } from "~/db/schema/applications";
import { type Answers, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { relevantAnswers, visibleFields } from "~/form-engine/relevance";
import { todayAround, validateStep } from "~/form-engine/validate";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { bahamasEmployment } from "./bahamas-employment";
import { employmentEducation } from "./employment-education";

const presentWork = ["occupation", "yearsEmployed", "employerName", "employerPhone", "employerAddress"];
const formerWork = ["formerOccupation", "formerYears", "formerEmployerName", "formerEmployerPhone"];
const means = { tripSponsor: "family", moneyAvailable: "500" };
/** Answers that were typed before the status was changed: they stay, and count nothing. */
const enteredBefore = { occupation: "Nurse", yearsEmployed: "2", hasFormerEmployment: true, formerOccupation: "Cook" };

const visibleNames = (step: StepDefinition, metadata: Metadata) =>
  visibleFields(step, answersIn(metadata, step)).map(({ name }) => name);
const wrong = (step: StepDefinition, metadata: Metadata) =>
  validateStep(step, answersIn(metadata, step), todayAround(), countryNames).map(({ name }) => name);

test.each<[string, boolean | undefined, { present: boolean; former: boolean }]>([
  ["unemployed", false, { present: false, former: false }],
  ["unemployed", true, { present: false, former: true }],
  ["unemployed", undefined, { present: false, former: true }],
  ["employed", false, { present: true, former: true }],
  ["self_employed", false, { present: true, former: true }],
  ["student", false, { present: true, former: true }],
  ["retired", false, { present: true, former: true }],
])(
  "[F-APPL-6] %s, employed before: %s → the Bahamas step asks for %j",
  (currentStatus, before, { present, former }) => {
    const step6: Answers = { currentStatus, ...(before === undefined ? {} : { hasPreviousEmployment: before }) };
    const metadata = { step6, step9: { ...enteredBefore, ...means } };
    const names = visibleNames(bahamasEmployment, metadata);
    for (const name of presentWork) expect(names.includes(name), name).toBe(present);
    for (const name of formerWork) expect(names.includes(name), name).toBe(former);
    expect(names).toEqual(expect.arrayContaining(["tripSponsor", "moneyAvailable"]));
    const left = Object.keys(relevantAnswers(bahamasEmployment, answersIn(metadata, bahamasEmployment)));
    expect(left.includes("occupation")).toBe(present);
    expect(left.includes("formerOccupation")).toBe(former);
    const empty = { step6, step9: means };
    const required = present ? ["occupation", "yearsEmployed", "employerAddress"] : former ? ["formerOccupation"] : [];
    expect(wrong(bahamasEmployment, empty)).toEqual(required);
  },
);

test("[F-APPL-6] an applicant who is unemployed and never was employed → step 6 asks for no employer, job or earlier employer", () => {
  const step6 = { currentStatus: "unemployed", hasPreviousEmployment: false };
  expect(visibleNames(employmentEducation, { step6 })).toEqual([
    "currentStatus",
    "monthlyIncome",
    "hasPreviousEmployment",
  ]);
  expect(wrong(employmentEducation, { step6 })).toEqual([]);
});

test("[F-APPL-6] without an answer in step 6 → the Bahamas step asks for everything", () => {
  expect(wrong(bahamasEmployment, {})).toEqual([
    ...["occupation", "yearsEmployed", "employerAddress", "tripSponsor", "moneyAvailable"],
  ]);
  expect(fieldsOf(bahamasEmployment).length).toBeGreaterThan(visibleNames(bahamasEmployment, {}).length);
});

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

test("[F-APPL-6] an applicant who never worked leaves the Bahamas step and submits → columns and record have no employer", async () => {
  const [service] = await database.query<{ id: string }>("select id from visa_services where slug = 'bahamian-evisa'");
  const never = { currentStatus: "unemployed", hasPreviousEmployment: "no" };
  const id = await applicant.start(undefined, { service: service?.id ?? "" });
  await applicant.fillIn(id, { employment_education: never });
  const send = (code: string, title: string, answers: Record<string, string>) =>
    applicant.save(id, { ...form(code, title, answers), intent: "next" });
  const { outcome } = await send("bahamas_employment", "Bahamas Employment", means);
  expect(outcome).toMatchObject({ kind: "moved", step: "family_relatives" });
  await send("family_relatives", "Family Relatives", {});
  await send("criminal_history", "Criminal History", { hasCriminalConvictions: "no", hasTerrorismInvolvement: "no" });
  const stay = { arrivalDate: "2031-01-01", intendedLengthOfStayDays: "5" };
  await send("accommodation", "Accommodation", { accommodationName: "Inn", accommodationAddress: "1 Bay St", ...stay });
  await send("dependents", "Dependents", {});
  const { title } = (await applicant.screen(id, "review_certification")).step;
  await applicant.save(id, form("review_certification", title));
  expect(await applicant.submit(id)).toEqual({ ok: true });
  const record = await signedRecord(id);
  const answered = record?.steps.find(({ code }) => code === "bahamas_employment")?.answers.map(({ name }) => name);
  expect(answered).toEqual(["tripSponsor", "moneyAvailable", "bankReferenceLetterUrl"]);
  const columns = ["current_employer_school_name", "job_title_course", "employer_phone", "start_date"];
  const [row] = await database.query(
    `select ${columns.join(", ")}, previous_employment from employment_education where application_id = $1`,
    [id],
  );
  expect(row).toEqual({ ...Object.fromEntries(columns.map((name) => [name, null])), previous_employment: [] });
});
