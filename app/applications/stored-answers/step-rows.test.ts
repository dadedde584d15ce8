import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "~/log.server";
import { column, type FullStep, fullSteps, rowFor } from "../../../test/harness/applicants/full-answers";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { readStepRow, stepOfTable } from "../../../test/harness/encryption/stored-answers";
import { type Fields, form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;

/**
 * This process's time zone is far from Greenwich's: a date that went through a time zone would read as the day
 * before.
 */
const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "Pacific/Kiritimati";
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});
const failures = vi.spyOn(log, "error");
const warnings = vi.spyOn(log, "warn");
beforeEach(() => {
  applicant = new Applicant(database);
});
afterEach(() => {
  expect([failures.mock.calls, warnings.mock.calls], "nothing is said of what is skipped").toEqual([[], []]);
});

const steps = Object.entries(fullSteps);
const tables = [...steps.map(([, { table }]) => table), "security_questionnaire"];
/** A new application that has been led to all steps. */
async function application(service = "") {
  const id = await applicant.start(undefined, { service });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  return id;
}
const revisions = new Map<string, number>();
async function save(id: string, step: string, answers: Fields) {
  const key = `${id} ${step}`;
  const { status, outcome } = await applicant.save(id, { step, revision: String(revisions.get(key) ?? 0), ...answers });
  expect([status, outcome.kind]).toEqual([200, "saved"]);
  revisions.set(key, outcome.revision ?? 0);
}
/** The step's rows without key and time, dates as text. */
async function rowsIn(table: string, id: string): Promise<Record<string, unknown>[]> {
  const found = await readStepRow(database, stepOfTable(table), id);
  if (!found) return [];
  const { application_id: _, updated_at: __, ...row } = found;
  // JSON has no decimals: money is read as PostgreSQL writes it.
  if (typeof row.monthly_income === "number") row.monthly_income = row.monthly_income.toFixed(2);
  return [row];
}
const rowOf = async (table: string, id: string) => (await rowsIn(table, id))[0];
const columnsOf = async (table: string) =>
  (
    await database.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [table],
    )
  ).filter(({ name }) => name !== "application_id" && name !== "updated_at");
const neededOf = (step: FullStep): Fields =>
  Object.fromEntries(step.needed.map((name) => [name, step.answers[name] ?? ""]));

const each: [neededRow: string, columnRows: string, code: string][] = [
  ["[W-STORE-17]", "[W-STORE-4]", "applicant_info"],
  ["[W-STORE-18]", "[W-STORE-5, W-STORE-6]", "passport_info"],
  ["[W-STORE-19]", "[W-STORE-7, W-STORE-8]", "contact_info"],
  ["[W-STORE-20]", "[W-STORE-9, W-STORE-10]", "trip_details"],
  ["[W-STORE-21]", "[W-STORE-11, W-STORE-12]", "family_background"],
  ["[W-STORE-22]", "[W-STORE-13, W-STORE-14]", "employment_education"],
];

describe.each(each)("%s %s %s", (_, __, code) => {
  const step = fullSteps[code] as FullStep;

  test("a row is written only with all its needed answers, and with these alone even if other rules aren't met", async () => {
    const id = await application();
    for (const name of step.needed) {
      await save(id, code, { ...step.answers, [name]: " " });
      expect(await rowsIn(step.table, id), `without ${name}`).toEqual([]);
    }
    const needed = neededOf(step);
    await save(id, code, needed);
    expect(await rowOf(step.table, id)).toMatchObject(rowFor({ ...step, answers: needed, row: {} }));
  });

  test("every answer is stored in its column, and every column has an answer", async () => {
    const id = await application();
    await save(id, code, step.answers);
    const whole = rowFor(step);
    expect(await rowsIn(step.table, id)).toEqual([whole]);
    expect(Object.keys(whole).sort()).toEqual((await columnsOf(step.table)).map(({ name }) => name).sort());
  });

  test("[W-STORE-26] empty answers are stored as null, false, an empty list, or the column's default", async () => {
    const id = await application();
    await save(id, code, neededOf(step));
    const row = await rowOf(step.table, id);
    const defaults: Record<string, string> = { passport_type: "regular", number_of_entries: "single" };
    for (const { name, type } of await columnsOf(step.table)) {
      if (step.needed.map(column).includes(name)) continue;
      const empty = type === "boolean" ? false : type === "jsonb" ? [] : (defaults[name] ?? null);
      expect([name, row?.[name]]).toEqual([name, empty]);
    }
  });
});

describe("the row of any step", () => {
  test("[W-STORE-1, W-STORE-2, W-STORE-3] a step's first save inserts one row in its own table, and the next updates it", async () => {
    const id = await application();
    const made: string[] = [];
    for (const [code, step] of steps) {
      await save(id, code, neededOf(step));
      made.push(step.table);
      const counts = await Promise.all(tables.map(async (table) => [table, (await rowsIn(table, id)).length]));
      expect(counts).toEqual(tables.map((table) => [table, made.includes(table) ? 1 : 0]));
      await save(id, code, step.answers);
      expect(await rowsIn(step.table, id)).toEqual([rowFor(step)]);
    }
    const keys = await database.query<{ name: string }>(
      `select table_name as name from information_schema.table_constraints join information_schema.key_column_usage
         using (table_schema, table_name, constraint_name)
       where constraint_type = 'PRIMARY KEY' and column_name = 'application_id' and table_name = any($1)`,
      [tables],
    );
    expect(keys.map(({ name }) => name).sort()).toEqual(tables.toSorted());
  });

  test("[W-STORE-24] a step without its needed answers is saved without an error and without a row", async () => {
    const id = await application();
    for (const [code, { table, answers, needed }] of steps) {
      await save(id, code, { ...answers, [needed[0] ?? ""]: "" });
      expect(await rowsIn(table, id)).toEqual([]);
    }
  });

  test("[W-STORE-15] the passport type is regular by default", async () => {
    const id = await application();
    const { passportType: _, ...remaining } = fullSteps.passport_info?.answers ?? {};
    await save(id, "passport_info", remaining);
    expect(await rowOf("passport_information", id)).toMatchObject({ passport_type: "regular" });
  });

  test("[W-STORE-16] the number of entries is single by default", async () => {
    const id = await application();
    const { numberOfEntries: _, ...remaining } = fullSteps.trip_details?.answers ?? {};
    await save(id, "trip_details", remaining);
    expect(await rowOf("trip_details", id)).toMatchObject({ number_of_entries: "single" });
  });
});

describe("the content of a row", () => {
  const hidden: [code: string, what: string, change: Fields, gone: string[]][] = [
    ["applicant_info", "no telecode", { usesTelecode: "no", hasOtherNames: "no" }, ["telecode_name", "other_names"]],
    ["applicant_info", "a Latin name", { nativeAlphabetNotApplicable: "yes" }, ["full_name_native_alphabet"]],
    ["passport_info", "no lost passport", { hasLostStolenPassport: "no" }, ["lost_stolen_details"]],
    ["passport_info", "no other nationality", { hasOtherNationality: "no" }, ["other_nationalities"]],
    [
      "contact_info",
      "one address",
      { hasDifferentMailingAddress: "no" },
      ["mailing_address_line1", "mailing_city", "mailing_country"],
    ],
    ["trip_details", "paid by oneself", { whoIsPaying: "self" }, ["payer_name", "payer_relationship", "payer_contact"]],
    ["trip_details", "never refused", { hasBeenDeniedVisa: "no" }, ["visa_denial_details"]],
    [
      "family_background",
      "no spouse",
      { hasSpouse: "no" },
      ["spouse_first_name", "spouse_date_of_birth", "spouse_place_of_birth", "spouse_current_address"],
    ],
    [
      "employment_education",
      "retired",
      { currentStatus: "retired" },
      ["current_employer_school_name", "supervisor_name", "employer_country"],
    ],
  ];
  test.each(hidden)(
    "[W-STORE-27, W-SHARED-10] %s, %s: hidden answers are saved, but are not in the row",
    async (code, _, change, dropped) => {
      const step = fullSteps[code] as FullStep;
      const id = await application();
      await save(id, code, step.answers);
      const before = (await applicant.screen(id, code)).answers;
      await save(id, code, { ...step.answers, ...change });
      const row = (await rowOf(step.table, id)) ?? {};
      for (const name of dropped)
        expect([name, row[name]]).toEqual([name, Array.isArray(rowFor(step)[name]) ? [] : null]);
      // The wizard still has them: they show again when their condition is met again.
      const { answers } = await applicant.screen(id, code);
      const retained = Object.keys(before).filter((name) => dropped.includes(column(name)));
      expect(retained).toHaveLength(dropped.length);
      for (const name of retained) expect([name, answers[name]]).toEqual([name, before[name]]);
      await save(id, code, step.answers);
      expect(await rowOf(step.table, id)).toEqual(rowFor(step));
    },
  );

  test("[W-STORE-28] a date is the same day in every time zone, in the table, the wizard and the review", async () => {
    expect(new Date().getTimezoneOffset(), "this process stands elsewhere").toBe(-14 * 60);
    const id = await application();
    await save(id, "applicant_info", fullSteps.applicant_info?.answers ?? {});
    for (const zone of ["Pacific/Kiritimati", "America/Nassau", "Pacific/Pago_Pago"]) {
      const [row] = await database.query(
        `with zone as (select set_config('timezone', $2, false)) select pg_typeof(date_of_birth)::text as type,
           date_of_birth::text as day from applicant_information, zone where application_id = $1`,
        [id, zone],
      );
      expect(row).toEqual({ type: "date", day: "1984-02-29" });
    }
    expect((await applicant.screen(id, "applicant_info")).answers.dateOfBirth).toBe("1984-02-29");
    const { review } = await applicant.screen(id, "review_certification");
    expect(JSON.stringify(review)).toContain("February 29, 1984");
  });

  test("[W-STORE-25] the review and the add-ons write to no step table", async () => {
    const id = await application((await serviceOf(database, "bahamian-evisa")).id);
    await save(id, "bahamas_employment", { occupation: "Nurse", employerName: "Hôpital" });
    await save(id, "family_relatives", { emergencyContactName: "Joseph Rolle" });
    await save(id, "criminal_history", { hasCriminalConvictions: "no" });
    await save(id, "accommodation", { accommodationName: "Marie Rolle" });
    await save(id, "dependents", { hasDependents: "no" });
    await save(id, "review_certification", form("review_certification", "Review & Certification"));
    for (const table of tables) expect(await rowsIn(table, id), table).toEqual([]);
    const [row] = await database.query<{ keys: string[] }>(
      "select array(select jsonb_object_keys(metadata)) as keys from visa_applications where id = $1",
      [id],
    );
    expect(row?.keys.sort()).toEqual(["step1", "step10", "step11", "step12", "step13", "step8", "step9"]);
  });
});
