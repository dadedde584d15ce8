import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addApplications, allRows, fullMetadata, rowCounts } from "../harness/applicants/migration-data";
import { plain, signIn } from "../harness/desk/desk";
import { type Program, removeFolders, runProgram, startProgram } from "../harness/program";
import { Visitor } from "../harness/visitor";

const path = "/admin/migration";
let program: Program;
let desk: Visitor;

beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes" });
  desk = await signIn(program);
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});
beforeEach(async () => {
  await program.query("delete from visa_applications");
});

const post = async (fields: Record<string, string>, as = desk) => {
  const response = await as.post(path, fields);
  return { status: response.status, location: response.headers.get("location"), text: plain(await response.text()) };
};
const migrate = (id: string) => post({ intent: "migrate", id });
const verify = (id: string) => post({ intent: "verify", id });

const activity = (type: string) =>
  program.query<{ who: string | null; details: Record<string, unknown> }>(
    "select admin_email as who, details from admin_activity_log where action_type = $1 order by created_at desc",
    [type],
  );
const nothing = [0, 0, 0, 0, 0, 0, 0];
const everything = [1, 1, 1, 1, 1, 1, 1];

describe("who may", () => {
  test("[W-MIG-1, A-MIG-1] nobody signed in: to the sign-in page", async () => {
    const response = await new Visitor(program).get(path);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(/^\/admin\/login(\?|$)/);
  });

  test("[W-MIG-2] without an admin's session nothing is changed and nothing revealed", async () => {
    const [id = ""] = await addApplications(program, fullMetadata());
    const [number] = await program.query<{ n: string }>("select application_number as n from visa_applications");
    const runs = await program.query("select count(*)::int from migration_runs");
    const stranger = new Visitor(program);
    for (const intent of ["migrate", "verify", "migrate-all"]) {
      const answer = await post({ intent, id, confirmed: "yes" }, stranger);
      expect([intent, answer.status]).toEqual([intent, 302]);
      expect(answer.location).toContain("/admin/login");
      expect(answer.text).not.toContain(number?.n);
    }
    const progress = await stranger.get(`${path}/progress`);
    expect(progress.status).toBe(401);
    expect(await progress.json()).not.toHaveProperty("total");
    // An applicant who holds the application is no admin either.
    await stranger.start("holder@mail.example");
    expect((await post({ intent: "migrate", id }, stranger)).status).toBe(302);
    expect(await rowCounts(program, id)).toEqual(nothing);
    expect(await program.query("select count(*)::int from migration_runs")).toEqual(runs);
  });

  test("both roles may, and whoever is deactivated may not any more (D25)", async () => {
    const [id = ""] = await addApplications(program, fullMetadata());
    const made = await runProgram({ DATA_DIR: program.dataDir, SAMPLE_DATA: "no", LOG_LEVEL: "error" }, [
      "admin",
      "create",
      "regular@lucaya.example",
    ]);
    const password = /^Password: (\S+) /m.exec(made.out)?.[1] ?? "";
    await program.query("update admin_users set role = 'regular_admin' where email = 'regular@lucaya.example'");
    const regular = await signIn(program, { email: "regular@lucaya.example", password });
    expect((await post({ intent: "verify", id }, regular)).status).toBe(200);
    expect((await post({ intent: "migrate", id }, regular)).status).toBe(200);
    expect(await rowCounts(program, id)).toEqual(everything);
    expect((await activity("application_migrated"))[0]?.who).toBe("regular@lucaya.example");

    await program.query("update admin_users set is_active = false where email = 'regular@lucaya.example'");
    await program.query("delete from passport_information");
    for (const intent of ["migrate", "verify", "migrate-all"]) {
      const { status } = await post({ intent, id, confirmed: "yes" }, regular);
      expect([intent, status]).toEqual([intent, 403]);
    }
    expect(await rowCounts(program, id)).toEqual([1, 0, 1, 1, 1, 1, 1]);
  });
});

describe("one application", () => {
  test.each([
    ["W-MIG-6, A-MIG-5", "migrate", "Please enter an application ID"],
    ["W-MIG-7, A-MIG-6", "verify", "Please enter an application ID to verify"],
  ])("[%s] an empty field", async (_, intent, message) => {
    for (const id of ["", "   "]) {
      const { status, text } = await post({ intent, id });
      expect(status).toBe(400);
      expect(text).toMatch(new RegExp(`Error: ${message}(?! to)`));
    }
  });

  test("[W-MIG-11, W-MIG-12, W-MIG-10] its steps get their rows, nobody else's; a second time changes nothing", async () => {
    const metadata = fullMetadata();
    const [id = "", other = ""] = await addApplications(program, metadata, 2);
    const { status, text } = await migrate(id);
    expect(status).toBe(200);
    expect(text).toMatch(/Total Applications 1 Successful 1 Failed 0/);
    expect(await rowCounts(program, id)).toEqual(everything);
    expect(await rowCounts(program, other)).toEqual(nothing);
    const [row] = await program.query(
      `select first_name, other_names, issue_date::text, monthly_income, length_of_stay_days, overstay_details
       from applicant_information join passport_information using (application_id)
       join employment_education using (application_id) join trip_details using (application_id)
       join security_questionnaire using (application_id) where application_id = $1`,
      [id],
    );
    expect(row).toEqual({
      first_name: "Nadège",
      other_names: [{ type: "maiden", name: "Rolle" }],
      issue_date: "2023-05-02",
      monthly_income: "1850.50",
      length_of_stay_days: 14,
      overstay_details: "Two days in 2019, after a storm.",
    });
    const before = await allRows(program);
    expect((await migrate(` ${id.toUpperCase()} `)).status).toBe(200);
    expect(await allRows(program), "not even when it was updated").toEqual(before);
    const [kept] = await program.query("select metadata from visa_applications where id = $1", [id]);
    expect(kept).toEqual({ metadata });
    const [log] = await activity("application_migrated");
    expect(log).toMatchObject({ who: "desk@lucaya.example", details: { failures: 0 } });
  });

  test("[W-MIG-10, W-MIG-11] a row that is there follows the answers, also when they are fewer; one without its needed answers is not made", async () => {
    const [id = ""] = await addApplications(program, fullMetadata());
    await migrate(id);
    const fewer = fullMetadata({ step2: { passportNumber: "", issuingCity: "Jacmel" } });
    await program.query("update visa_applications set metadata = $1 where id = $2", [JSON.stringify(fewer), id]);
    await migrate(id);
    expect(await rowCounts(program, id)).toEqual(everything);
    const [row] = await program.query("select passport_number, issuing_city from passport_information");
    expect(row).toEqual({ passport_number: null, issuing_city: "Jacmel" });

    const [draft = ""] = await addApplications(program, { step1: { email: "a@b.example" }, step7: {} });
    expect((await migrate(draft)).text).toContain("Successful 1");
    expect(await rowCounts(program, draft)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test("[W-MIG-13] first_name and last_name are read like firstName and lastName", async () => {
    const older = fullMetadata({ step1: { firstName: undefined, lastName: undefined } });
    Object.assign(older.step1 ?? {}, { first_name: "Ada", last_name: "Rolle" });
    const [id = ""] = await addApplications(program, older);
    await migrate(id);
    const [row] = await program.query("select first_name, last_name from applicant_information");
    expect(row).toEqual({ first_name: "Ada", last_name: "Rolle" });
    expect((await verify(id)).text).toContain("Steps in metadata 7 of 7 Tables with a row 7 of 7");
  });

  test("[W-MIG-14, W-MIG-18, W-MIG-20] an unknown id, and what is none", async () => {
    for (const id of [crypto.randomUUID(), "not-an-id", "BV26-0000-0000", "' or true --"]) {
      const migrated = await migrate(id);
      expect(migrated.status).toBe(400);
      expect(migrated.text).toContain("Migration failed: Application not found");
      const verified = await verify(id);
      expect(verified.status).toBe(400);
      expect(verified.text).toContain("Verification failed: Application not found");
    }
  });

  test("[W-MIG-15] a step that can't be stored is named, the others are stored; the answer is not repeated", async () => {
    const [id = ""] = await addApplications(program, { ...fullMetadata(), step5: "torn", step6: null });
    await program.query("alter table trip_details add constraint no_sponsor check (payer_name <> 'Marie Rolle')");
    try {
      const { status, text } = await migrate(id);
      expect(status).toBe(200);
      expect(text).toContain("Total Applications 1 Successful 0 Failed 1");
      expect(text).toContain("Step 4 failed: an answer breaks the rule no_sponsor");
      expect(text).toContain("Step 5 failed: its answers are not in a form that can be read");
      expect(text).not.toMatch(/Step [123678] failed|Marie Rolle/);
      expect(await rowCounts(program, id)).toEqual([1, 1, 1, 0, 0, 0, 1]);
    } finally {
      await program.query("alter table trip_details drop constraint no_sponsor");
    }
  });

  test("[W-MIG-17, A-MIG-7] verification compares both counts, and changes nothing", async () => {
    const [id = ""] = await addApplications(program, { ...fullMetadata(), step6: {} });
    const before = await verify(id);
    expect(before.status).toBe(200);
    expect(before.text).toContain("Verification result Not verified");
    expect(before.text).toContain("6 steps have their needed answers but no row");
    expect(before.text).toContain("Steps in metadata 7 of 7 Tables with a row 0 of 7");
    expect(await rowCounts(program, id)).toEqual(nothing);
    await migrate(id);
    const after = await verify(id);
    expect(after.text).toContain("Verification result Verified");
    expect(after.text).toContain("Steps in metadata 7 of 7 Tables with a row 6 of 7");
    expect(after.text).toContain("Employment/Education Yes No Needed answers missing");
    await program.query("delete from contact_information");
    expect((await verify(id)).text).toContain("1 step has its needed answers but no row");
  });

  test("[W-MIG-18, W-MIG-20] what the database refuses is told with its reason", async () => {
    const [id = ""] = await addApplications(program, fullMetadata());
    await program.query("alter table family_background rename to family_away");
    try {
      expect(await migrate(id)).toMatchObject({
        status: 400,
        text: expect.stringContaining("Migration failed: the database refused it (42P01); the log says more"),
      });
      expect((await verify(id)).text).toContain("Verification failed: the step tables could not be read");
    } finally {
      await program.query("alter table family_away rename to family_background");
    }
    expect(await rowCounts(program, id), "all or nothing").toEqual(nothing);
  });
});
