import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { column, type FullStep, fullSteps, rowFor } from "../harness/applicants/full-answers";
import { securityTopics } from "../harness/applicants/security-topics";
import { fieldsIn } from "../harness/form-fields";
import { type Program, removeFolders, startProgram } from "../harness/program";
import { type Fields, form, Visitor } from "../harness/visitor";

let program: Program;
let visitor: Visitor;
/** The program stands where the day begins first: a date that went through a time zone would read as the day before. */
beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes", TZ: "Pacific/Kiritimati" });
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});

const steps = Object.entries(fullSteps);
const tables = [...steps.map(([, { table }]) => table), "security_questionnaire"];
let started = 0;
/** A new application, its browser being `visitor` from then on, that has been led to all steps. */
async function application(service = "") {
  // Each from an address of its own: starts are limited.
  visitor = new Visitor(program);
  const id = await visitor.start(`rows.${++started}@mail.example`, { service });
  await program.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  return id;
}
const revisions = new Map<string, number>();
async function save(id: string, step: string, answers: Fields) {
  const key = `${id} ${step}`;
  const { status, outcome } = await visitor.save(id, { step, revision: String(revisions.get(key) ?? 0), ...answers });
  expect([status, outcome.kind]).toEqual([200, "saved"]);
  revisions.set(key, outcome.revision ?? 0);
}
/** The step's row without its key and time, dates as text. */
async function rowOf(table: string, id: string): Promise<Record<string, unknown> | undefined> {
  const found = await program.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) - 'application_id' - 'updated_at' as row from ${table} t where application_id = $1`,
    [id],
  );
  expect(found.length).toBeLessThanOrEqual(1);
  const row = found[0]?.row;
  // JSON has no decimals: money is read as PostgreSQL writes it.
  if (row && "monthly_income" in row && row.monthly_income !== null)
    row.monthly_income = Number(row.monthly_income).toFixed(2);
  return row;
}
const columnsOf = async (table: string) =>
  program.query<{ name: string; type: string; empty: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'YES' as empty from information_schema.columns
     where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );

const rowIds: Record<string, string> = {
  applicant_info: "[W-STORE-4, W-STORE-17]",
  passport_info: "[W-STORE-5, W-STORE-6, W-STORE-18]",
  contact_info: "[W-STORE-7, W-STORE-8, W-STORE-19]",
  trip_details: "[W-STORE-9, W-STORE-10, W-STORE-20]",
  family_background: "[W-STORE-11, W-STORE-12, W-STORE-21]",
  employment_education: "[W-STORE-13, W-STORE-14, W-STORE-22]",
};

describe.each(steps)("%s", (code, step) => {
  test(`[W-STORE-1, W-STORE-2, W-STORE-3, W-STORE-24] ${rowIds[code]} no row without each needed answer; then every answer in its column, in one row`, async () => {
    const id = await application();
    const before = program.output().length;
    for (const name of step.needed) {
      await save(id, code, { ...step.answers, [name]: " " });
      expect(await rowOf(step.table, id), `without ${name}`).toBeUndefined();
    }
    // What is not needed for the row may be missing, even where a rule requires it to go on.
    const needed = Object.fromEntries(step.needed.map((name) => [name, step.answers[name] ?? ""]));
    await save(id, code, needed);
    expect(await rowOf(step.table, id)).toMatchObject(rowFor({ ...step, answers: needed, row: {} }));
    await save(id, code, step.answers);
    const whole = rowFor(step);
    expect(await rowOf(step.table, id)).toEqual(whole);
    const columns = (await columnsOf(step.table)).map(({ name }) => name);
    expect(Object.keys(whole).sort()).toEqual(
      columns.filter((name) => !["application_id", "updated_at"].includes(name)).sort(),
    );
    expect(program.output().slice(before)).not.toMatch(/could not be stored|needed|skipped/);
  });

  test("[W-STORE-26, W-STORE-15, W-STORE-16] what is empty: null, false, an empty list, and the two defaults", async () => {
    const id = await application();
    const needed = Object.fromEntries(step.needed.map((name) => [name, step.answers[name] ?? ""]));
    await save(id, code, needed);
    const row = await rowOf(step.table, id);
    const defaults: Record<string, string> = { passport_type: "regular", number_of_entries: "single" };
    for (const { name, type } of await columnsOf(step.table)) {
      if (["application_id", "updated_at", ...step.needed.map(column)].includes(name)) continue;
      const empty = type === "boolean" ? false : type === "jsonb" ? [] : (defaults[name] ?? null);
      expect([name, row?.[name]]).toEqual([name, empty]);
    }
  });
});

describe("[W-S7-5, W-S7-6, W-S7-7, W-S7-8, W-S7-9, W-S7-10, W-S7-11, W-S7-12, W-S7-13, W-S7-14, W-S7-15, W-S7-16, W-S7-17, W-S7-18, W-S7-19, W-S7-20, W-S7-21, W-S7-22] security_questionnaire", () => {
  test("[W-STORE-1, W-STORE-23, W-STORE-26] step 7 has its row whatever is answered", async () => {
    const id = await application();
    await save(id, "security_questionnaire", {});
    const row = await rowOf("security_questionnaire", id);
    expect(Object.keys(row ?? {})).toHaveLength(62);
    expect(new Set(Object.values(row ?? {}))).toEqual(new Set([false, null]));
  });

  test.each(securityTopics)("[%s, W-S7-4] it covers %s, yes/no with details", async (_, __, ___, ...questions) => {
    const id = await application();
    const pairs = questions.flatMap(([name, details]): [string, string][] => [
      [name, "yes"],
      [details, `What ${details} says`],
    ]);
    await save(id, "security_questionnaire", Object.fromEntries(pairs));
    const row = (await rowOf("security_questionnaire", id)) ?? {};
    const said = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== false && value !== null));
    expect(said).toEqual(
      Object.fromEntries(pairs.map(([name, value]) => [column(name), value === "yes" ? true : value])),
    );
  });
});

describe("what a row holds", () => {
  const hidden: [string, string, Fields, string[]][] = [
    [
      "applicant_info",
      "other names and telecode",
      { usesTelecode: "no", hasOtherNames: "no" },
      ["telecode_name", "other_names"],
    ],
    [
      "applicant_info",
      "a name in Latin letters",
      { nativeAlphabetNotApplicable: "yes" },
      ["full_name_native_alphabet"],
    ],
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
    "[W-STORE-27, W-SHARED-10] %s, %s: hidden answers are kept, and are not in the row",
    async (code, _, change, gone) => {
      const step = fullSteps[code] as FullStep;
      const id = await application();
      await save(id, code, step.answers);
      await save(id, code, { ...step.answers, ...change });
      const row = (await rowOf(step.table, id)) ?? {};
      for (const name of gone) expect([name, row[name]]).toEqual([name, Array.isArray(rowFor(step)[name]) ? [] : null]);
      // The page still has them: they show again when their condition is met again.
      const page = fieldsIn(await (await visitor.get(`/apply/${id}?step=${code}`)).text());
      const kept = Object.keys(step.answers).filter((name) => gone.includes(column(name.replace(/\[.*/, ""))));
      expect(kept.length).toBeGreaterThan(0);
      for (const name of kept) {
        const input = page.get(name);
        expect([name, input?.checked[0] ?? input?.attributes.value]).toEqual([name, step.answers[name]]);
      }
      await save(id, code, step.answers);
      expect(await rowOf(step.table, id)).toEqual(rowFor(step));
    },
  );

  test("[W-STORE-28] a date is that day in every time zone, in the table and on the page", async () => {
    const id = await application();
    await save(id, "applicant_info", fullSteps.applicant_info?.answers ?? {});
    for (const zone of ["Pacific/Kiritimati", "America/Nassau", "Pacific/Pago_Pago"]) {
      const [row] = await program.query(
        "with zone as (select set_config('timezone', $2, false)) select pg_typeof(date_of_birth)::text as type, date_of_birth::text as day from applicant_information, zone where application_id = $1",
        [id, zone],
      );
      expect(row).toEqual({ type: "date", day: "1984-02-29" });
    }
    const html = await (await visitor.get(`/apply/${id}?step=applicant_info`)).text();
    expect(fieldsIn(html).get("dateOfBirth")?.attributes.value).toBe("1984-02-29");
    expect(await (await visitor.get(`/apply/${id}?step=review_certification`)).text()).toContain("February 29, 1984");
  });

  test("[W-STORE-25] the review and the add-ons write to no step table", async () => {
    const [service] = await program.query<{ id: string }>("select id from visa_services where slug = 'bahamian-evisa'");
    const id = await application(service?.id);
    await save(id, "bahamas_employment", { occupation: "Nurse", employerName: "Hôpital" });
    await save(id, "family_relatives", { emergencyContactName: "Joseph Rolle" });
    await save(id, "criminal_history", { hasCriminalConvictions: "no" });
    await save(id, "accommodation", { accommodationName: "Marie Rolle" });
    await save(id, "dependents", { hasDependents: "no" });
    await save(id, "review_certification", form("review_certification", "Review & Certification"));
    for (const table of tables) expect(await rowOf(table, id), table).toBeUndefined();
    const [row] = await program.query<{ keys: string[] }>(
      "select array(select jsonb_object_keys(metadata)) as keys from visa_applications where id = $1",
      [id],
    );
    expect(row?.keys.sort()).toEqual(["step1", "step10", "step11", "step12", "step13", "step8", "step9"]);
  });
});

describe("the tables beside them", () => {
  const columns: [string, string, string[]][] = [
    [
      "[W-STORE-29]",
      "visa_applications",
      [
        "id",
        "application_number",
        "visa_service_id",
        "user_email",
        "application_type",
        "status",
        "total_amount_due",
        "payment_status",
      ],
    ],
    [
      "[W-STORE-30]",
      "visa_applications",
      [
        "current_step",
        "total_steps",
        "completion_percentage",
        "resume_token",
        "created_at",
        "submitted_at",
        "last_updated_at",
        "metadata",
      ],
    ],
    [
      "[W-STORE-31]",
      "visa_services",
      [
        "id",
        "country_id",
        "service_name",
        "description",
        "processing_time",
        "validity_period",
        "total_price",
        "visa_type",
      ],
    ],
    ["[W-STORE-31]", "countries", ["code", "flag_emoji"]],
  ];
  test.each(columns)("%s %s", async (_, table, names) => {
    expect((await columnsOf(table)).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    if (names.includes("metadata"))
      expect((await columnsOf(table)).find(({ name }) => name === "metadata")?.type).toBe("jsonb");
  });

  test("[W-STORE-32] money is numeric(10,2), and no instant lacks its time zone", async () => {
    const wrong = await program.query(
      `select table_name, column_name, data_type, numeric_precision, numeric_scale from information_schema.columns
       where table_schema = 'public' and (data_type in ('timestamp without time zone', 'money', 'double precision', 'real')
         or column_name ~ '(price|fee|amount|income|_due|_paid)' and data_type = 'numeric' and (numeric_precision, numeric_scale) <> (10, 2))`,
    );
    expect(wrong).toEqual([]);
    const [money] = await program.query<{ count: number }>(
      "select count(*)::int as count from information_schema.columns where table_schema = 'public' and data_type = 'numeric' and numeric_precision = 10 and numeric_scale = 2",
    );
    expect(money?.count).toBeGreaterThanOrEqual(6);
  });
});
