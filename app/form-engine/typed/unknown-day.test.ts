import { beforeAll, describe, expect, test } from "vitest";
import { knownSteps, standardSteps } from "~/applications/steps/registry";
import { shownAsSigned } from "~/applications/steps/review";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { fieldsOf } from "~/form-engine/definition";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { readMetadata, readStepRow } from "../../../test/harness/encryption/stored-answers";
import { form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { datePartsIn, firstDayOf, formatDate, isPartOfDate, lastDayOf } from "./dates";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.start();
  await applicant.fillIn(id);
});

const dateInputs = (name: string, [day = "", month = "", year = "", noDay = ""]: readonly string[]) => ({
  ...{ [`${name}.day`]: day, [`${name}.month`]: month, [`${name}.year`]: year },
  ...(noDay ? { [`${name}.noDay`]: noDay } : {}),
});
async function send(code: string, change: Record<string, string>, intent = "next") {
  const title = standardSteps.find((step) => step.code === code)?.title ?? "";
  const { revision } = await applicant.screen(id, code);
  const fields = { ...form(code, title, change), revision: String(revision), intent };
  const { status, outcome } = await applicant.save(id, fields);
  const problems = (outcome.problems ?? []) as { name: string; message: string; at?: string }[];
  return { status, said: problems.map(({ name, at, message }) => `${at ?? name}: ${message}`) };
}
const born = (...parts: string[]) => send("applicant_info", dateInputs("dateOfBirth", parts));
const storedBirth = async () => (await readMetadata(database, id))?.step1?.dateOfBirth;

describe("[F-DATE-1] a date of birth without its day", () => {
  test.each([
    [["", "", "1965", "yes"], "1965"],
    [["", "March", "1965", "on"], "1965-03"],
    [["14", "3", "1965", "yes"], "1965-03"],
    [["XX", "00", "1965", "yes"], "1965"],
    [["", "mar.", "١٩٦٥", "yes"], "1965-03"],
    [["14", "3", "1965"], "1965-03-14"],
    // What can't be stored of a hidden box holds nothing up: nobody sees where to correct it.
    [["9".repeat(41), "3", "1965", "yes"], "1965-03"],
  ])("the date typed as %j is stored as %s, and no row says January 1", async (parts, stored) => {
    expect(await born(...parts)).toEqual({ status: 200, said: [] });
    expect(await storedBirth()).toBe(stored);
    const row = await readStepRow(database, "applicant_info", id);
    expect(row?.date_of_birth ?? null).toBe(stored.length === 10 ? stored : null);
    const shown = (await applicant.screen(id, "applicant_info")).answers;
    expect(shown.dateOfBirth).toBe(stored);
  });

  test.each([
    [
      ["", "3", "1965"],
      "dateOfBirth: Date of birth: the day is missing. If the day is not known, tick “My passport shows no day”",
    ],
    [
      ["0", "3", "1965"],
      "dateOfBirth: Date of birth: there is no day 0. If the day is not known, tick “My passport shows no day”",
    ],
    [["", "3", "", "yes"], "dateOfBirth.year: Date of birth: the year is missing"],
    [["14", "3", "", "yes"], "dateOfBirth.year: Date of birth: the year is missing"],
    [["", "", "", "yes"], "dateOfBirth.year: Date of birth is required"],
    [["", "13", "1965", "yes"], "dateOfBirth.month: Date of birth: there is no month 13"],
    [["", "", "65", "yes"], "dateOfBirth.year: Date of birth: please write the year with four digits, such as 1990"],
    [["", "", "2190", "yes"], "dateOfBirth.year: Date of birth must be a day in the past"],
    [["", "", "0188", "yes"], "dateOfBirth.year: Date of birth: please check the year"],
  ])("the date typed as %j is refused and stays as typed", async (parts, expected) => {
    expect(await born(...parts)).toEqual({ status: 422, said: [expected] });
    const [, month = "", year = ""] = parts;
    const shown = datePartsIn("dateOfBirth", (await applicant.screen(id, "applicant_info")).answers);
    expect([shown.month, shown.year]).toEqual([month, year]);
  });

  const notReal = "must be a real date, such as May 14, 1990";
  test.each<[string[], string]>([
    [["14", "9".repeat(41), "1965"], "month"],
    [["14", "5", "9".repeat(41)], "year"],
    [["", "9".repeat(41), "1965", "yes"], "month"],
    [["9".repeat(41), "", "9".repeat(41), "yes"], "year"],
  ])("the date typed as %j can’t be stored, which is said at its field", async (parts, part) => {
    for (const intent of ["save", "next"])
      expect(await send("applicant_info", dateInputs("dateOfBirth", parts), intent)).toEqual({
        status: 422,
        said: [`dateOfBirth.${part}: Date of birth ${notReal}`],
      });
  });

  test("a parent's date is signed and shown as given", async () => {
    expect((await born("", "", "1965", "yes")).status).toBe(200);
    const parent = dateInputs("fatherDateOfBirth", ["", "11", "1938", "yes"]);
    expect(await send("family_background", parent)).toEqual({ status: 200, said: [] });
    const ready = await applicant.ready();
    for (const [code, change] of [
      ["applicant_info", dateInputs("dateOfBirth", ["", "", "1965", "yes"])],
      ["family_background", parent],
    ] as const) {
      const title = standardSteps.find((step) => step.code === code)?.title ?? "";
      const { revision } = await applicant.screen(ready, code);
      const saved = await applicant.save(ready, {
        ...form(code, title, change),
        ...{ revision: String(revision), intent: "next" },
      });
      expect(saved.status).toBe(200);
    }
    const { review } = await applicant.screen(ready, "review_certification");
    const words = review.flatMap(({ answers }) => answers.map(({ name, answer }) => [name, answer]));
    expect(words).toContainEqual(["dateOfBirth", "1965"]);
    expect(words).toContainEqual(["fatherDateOfBirth", "November 1938"]);
    expect(await applicant.submit(ready)).toMatchObject({ ok: true });
    const signed = await signedRecord(ready);
    const signedAnswers = shownAsSigned(signed?.steps ?? []).flatMap(({ answers }) =>
      answers.map(({ answer }) => answer),
    );
    expect(signedAnswers).toEqual(expect.arrayContaining(["1965", "November 1938"]));
    expect(await readStepRow(database, "applicant_info", ready)).toMatchObject({ date_of_birth: null });
  });

  test("a parent's date with only the checkbox checked is no answer, and doesn't block the step", async () => {
    const checkedInputs = dateInputs("motherDateOfBirth", ["", "", "", "yes"]);
    expect(await send("family_background", checkedInputs)).toEqual({ status: 200, said: [] });
    expect(await send("family_background", dateInputs("motherDateOfBirth", ["", "5", "", "yes"]))).toEqual({
      status: 422,
      said: ["motherDateOfBirth.year: Mother’s date of birth: the year is missing"],
    });
    expect((await send("family_background", dateInputs("motherDateOfBirth", []))).status).toBe(200);
  });

  test("every person’s date of birth can lack its day, and no other date", () => {
    const allFields = knownSteps.flatMap((step) =>
      fieldsOf(step).flatMap((field) => (field.kind === "list" ? [...field.fields] : [field])),
    );
    const dates = allFields.flatMap((field) => (field.kind === "date" ? [field] : []));
    for (const field of dates)
      expect([field.name, field.noDay !== undefined]).toEqual([field.name, /birth/i.test(field.name)]);
    expect(dates.filter(({ noDay, encrypted }) => noDay && encrypted)).toEqual([]);
  });

  test("a date without its day or month covers every possible day", () => {
    expect(
      ["1965", "1965-02", "1964-02-03"].map((date) => [firstDayOf(date), lastDayOf(date), formatDate(date)]),
    ).toEqual([
      ["1965-01-01", "1965-12-31", "1965"],
      ["1965-02-01", "1965-02-28", "February 1965"],
      ["1964-02-03", "1964-02-03", "February 3, 1964"],
    ]);
    expect(["1965", "1965-12", "0000", "1965-13", "1965-00", "65", "1965-01-01"].filter(isPartOfDate)).toEqual([
      "1965",
      "1965-12",
    ]);
  });
});
