import { beforeAll, describe, expect, test } from "vitest";
import { standardSteps } from "~/applications/steps/registry";
import { todayAround } from "~/form-engine/validate";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { readMetadata, readStepRow } from "../../../test/harness/encryption/stored-answers";
import { type Fields, form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
  await applicant.fillIn(id);
});

/** A day so many days after another. */
const after = (day: string, days = 1) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const today = todayAround();

/** Sends a step with some answers changed; the status, and what is said. */
async function send(code: string, change: Fields, intent = "next") {
  const title = standardSteps.find((step) => step.code === code)?.title ?? "";
  const { revision } = await applicant.screen(id, code);
  const fields = { ...form(code, title, change), revision: String(revision), intent };
  const { status, outcome } = await applicant.save(id, fields);
  const problems = (outcome.problems ?? []) as { name: string; message: string; at?: string }[];
  return { status, said: problems.map(({ name, at, message }) => `${at ?? name}: ${message}`) };
}

const birth = (day: string, month: string, year: string) => ({
  "dateOfBirth.day": day,
  "dateOfBirth.month": month,
  "dateOfBirth.year": year,
});

type Rule = [title: string, step: string, change: Fields, said: string];
const rules: Rule[] = [
  [
    "[N-DATE-6] half a date",
    "applicant_info",
    birth("14", "may", ""),
    "dateOfBirth.year: Date of birth: the year is missing",
  ],
  ["[N-DATE-6] no date at all", "applicant_info", birth("", "", ""), "dateOfBirth: Date of birth is required"],
  [
    "[N-DATE-6] an optional date that is half",
    "employment_education",
    { "startDate.year": "2015" },
    "startDate: Start date: the day and the month are missing",
  ],
  [
    "[N-DATE-7] a day that does not exist",
    "applicant_info",
    birth("30", "Feb.", "1990"),
    "dateOfBirth: Date of birth: February 1990 has only 28 days",
  ],
  [
    "[N-DATE-7] a month that does not",
    "applicant_info",
    birth("1", "13", "1990"),
    "dateOfBirth.month: Date of birth: there is no month 13",
  ],
  [
    "[N-DATE-7] a year of two digits",
    "applicant_info",
    birth("1", "3", "90"),
    "dateOfBirth.year: Date of birth: please write the year with four digits, such as 1990",
  ],
  [
    "[N-DATE-8] a birth in the wrong century",
    "applicant_info",
    birth("17", "avril", "0188"),
    "dateOfBirth: Date of birth: please check the year",
  ],
  [
    "[W-S2-12, N-DATE-8] an issue after today",
    "passport_info",
    { issueDate: after(today.latest) },
    "issueDate: Date of issue can’t be in the future",
  ],
  [
    "[W-S2-13, N-DATE-8] an expiry before today",
    "passport_info",
    { expirationDate: after(today.earliest, -1) },
    "expirationDate: Passport must be valid (not expired)",
  ],
  [
    "[W-S4-8, N-DATE-8] an arrival before today",
    "trip_details",
    { intendedArrivalDate: after(today.earliest, -1) },
    "intendedArrivalDate: Intended arrival date can’t be in the past",
  ],
  [
    "[N-NUM-3] an income that reads in two ways",
    "employment_education",
    { monthlyIncome: "3.500" },
    "monthlyIncome: Monthly income: we can’t tell which amount “3.500” is. Write it like 3500 or 3,500.00",
  ],
  [
    "[N-NUM-3] an income in another currency",
    "employment_education",
    { monthlyIncome: "€3500" },
    "monthlyIncome: Monthly income: please give the amount in US dollars, such as 3500.00",
  ],
];

test.each(rules)("%s is refused and shown as typed", async (_, step, change, expected) => {
  expect(await send(step, change)).toEqual({ status: 422, said: [expected] });
  const { answers } = await applicant.screen(id, step);
  const entered = Object.fromEntries(Object.entries(change).filter(([name, text]) => text && !/Date$/.test(name)));
  if (Object.keys(entered).length > 0) expect(answers._typed).toMatchObject(entered);
  expect(await send(step, {}), "as it was it goes on").toEqual({ status: 200, said: [] });
});

test.each<[string, string, Fields]>([
  ["[W-S2-12] an issue today, where today is latest", "passport_info", { issueDate: today.latest }],
  ["[W-S4-8] an arrival today, where today is earliest", "trip_details", { intendedArrivalDate: today.earliest }],
])("%s is accepted", async (_, step, change) => {
  expect(await send(step, change)).toEqual({ status: 200, said: [] });
});

describe("[N-DATE-9, N-NUM-7] raw input next to the normalized answer", () => {
  const stored = async () => (await readMetadata(database, id))?.step1 ?? {};
  const row = async () => (await readStepRow(database, "applicant_info", id))?.date_of_birth;

  test("a complete date is in the table, half a date is not, and saving the same changes nothing", async () => {
    await send("applicant_info", birth("4", "mayo", "1990"));
    expect(await stored()).toMatchObject({ dateOfBirth: "1990-05-04", _typed: birth("4", "mayo", "1990") });
    expect(await row()).toBe("1990-05-04");
    const { revision } = await applicant.screen(id, "applicant_info");
    await send("applicant_info", birth("4", "mayo", "1990"));
    expect((await applicant.screen(id, "applicant_info")).revision).toBe(revision);
    await send("applicant_info", birth("4", "mayo", ""), "save");
    expect(await stored()).not.toHaveProperty("dateOfBirth");
    expect(await row()).toBeNull();
  });

  test("in a conflict both versions of a step are returned as typed", async () => {
    const { revision } = await applicant.screen(id, "applicant_info");
    await send("applicant_info", birth("4", "mayo", ""), "save");
    await send("applicant_info", birth("5", "mayo", "1990"), "save");
    const late = {
      ...form("applicant_info", "Applicant Information", birth("6", "jui", "")),
      revision: String(revision),
    };
    const { status, outcome } = await applicant.save(id, { ...late, intent: "save" });
    expect(status).toBe(409);
    expect(outcome.stored).toMatchObject({ _typed: birth("5", "mayo", "1990") });
    expect(outcome.answers).toMatchObject({ _typed: { "dateOfBirth.day": "6", "dateOfBirth.month": "jui" } });
  });

  test("the raw input is dropped when the application is submitted", async () => {
    await send("applicant_info", birth("4", "mayo", "1990"));
    const { code, title } = standardSteps[7] ?? { code: "", title: "" };
    await applicant.save(id, form(code, title));
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const answers = await readMetadata(database, id);
    expect(answers?.step1).toMatchObject({ dateOfBirth: "1990-05-04" });
    expect(answers?.step6).toMatchObject({ monthlyIncome: "1850.50" });
    expect(JSON.stringify(answers)).not.toContain("_typed");
  });
});
