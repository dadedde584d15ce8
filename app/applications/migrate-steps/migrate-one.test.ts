import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { addApplications, allRows, fullMetadata, rowCounts } from "../../../test/harness/applicants/migration-data";
import { readStepRow } from "../../../test/harness/encryption/stored-answers";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { migrateOne } from "./one.server";
import { verifyMigration } from "./verify.server";

const database = testDatabase();
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("delete from visa_applications; delete from admin_activity_log");
});

const migrate = (applicationId: unknown, as = superAdmin) => migrateOne(as, { applicationId });
async function verify(applicationId: string) {
  const verified = await verifyMigration(superAdmin, { applicationId });
  if (!verified.ok) throw new Error(`${verified.reason} ${verified.message}`);
  const { holds, inMetadata, rows, steps } = verified.verification;
  return { holds, inMetadata, rows, lacking: steps.filter(({ needed, row }) => needed && !row).length };
}
const activity = () =>
  database.query(
    `select action_type as action, admin_email as who, subject_type as subject, subject_id as id, details, address
     from admin_activity_log`,
  );
const nothing = [0, 0, 0, 0, 0, 0, 0];
const everything = [1, 1, 1, 1, 1, 1, 1];

describe("the rows a migration writes", () => {
  test("[W-MIG-11] each step of the metadata gets its row, and the metadata stays", async () => {
    const metadata = fullMetadata();
    const [id = ""] = await addApplications(database, metadata);
    expect(await migrate(id)).toMatchObject({ ok: true, id, messages: [] });
    expect(await rowCounts(database, id)).toEqual(everything);
    const [row] = await database.query(
      `select first_name, other_names, issue_date::text, monthly_income, length_of_stay_days
       from applicant_information join passport_information using (application_id)
       join employment_education using (application_id) join trip_details using (application_id)
       where application_id = $1`,
      [id],
    );
    expect(row).toEqual({
      first_name: "Nadège",
      other_names: [{ type: "maiden", name: "Rolle" }],
      issue_date: (metadata.step2 as { issueDate: string }).issueDate,
      monthly_income: "1850.50",
      length_of_stay_days: 14,
    });
    expect(await readStepRow(database, "security_questionnaire", id)).toMatchObject({
      overstay_details: "Two days in 2019, after a storm.",
    });
    const [stored] = await database.query("select metadata from visa_applications where id = $1", [id]);
    expect(stored).toEqual({ metadata });
  });

  test("[W-MIG-12] a migration writes no rows of other applications", async () => {
    const [id = "", otherId = ""] = await addApplications(database, fullMetadata(), 2);
    await migrate(id);
    expect(await rowCounts(database, otherId)).toEqual(nothing);
  });

  test("[W-MIG-10] a second migration changes nothing, even if the rows were updated meanwhile", async () => {
    const [id = ""] = await addApplications(database, fullMetadata());
    await migrate(id);
    const before = await allRows(database);
    expect(await migrate(id)).toMatchObject({ ok: true, messages: [] });
    expect(await allRows(database)).toEqual(before);
  });

  test("[W-MIG-10, W-MIG-11] an existing row is updated to the answers, also when there are fewer of them", async () => {
    const [id = ""] = await addApplications(database, fullMetadata());
    await migrate(id);
    const fewer = fullMetadata({ step2: { passportNumber: "", issuingCity: "Jacmel" } });
    await database.query("update visa_applications set metadata = $1 where id = $2", [JSON.stringify(fewer), id]);
    await migrate(id);
    expect(await rowCounts(database, id)).toEqual(everything);
    const [row] = await database.query("select passport_number, issuing_city from passport_information");
    expect(row).toEqual({ passport_number: null, issuing_city: "Jacmel" });
  });

  test("a step without its required answers gets no row, and that is no failure", async () => {
    const [draft = ""] = await addApplications(database, { step1: { email: "a@b.example" }, step7: {} });
    expect(await migrate(draft)).toMatchObject({ ok: true, messages: [] });
    expect(await rowCounts(database, draft)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test("[W-MIG-13] first_name and last_name are read like firstName and lastName", async () => {
    const older = fullMetadata({ step1: { firstName: undefined, lastName: undefined } });
    Object.assign(older.step1 ?? {}, { first_name: "Ada", last_name: "Rolle" });
    const [id = ""] = await addApplications(database, older);
    await migrate(id);
    const [row] = await database.query("select first_name, last_name from applicant_information");
    expect(row).toEqual({ first_name: "Ada", last_name: "Rolle" });
    expect(await verify(id)).toMatchObject({ holds: true, inMetadata: 7, rows: 7 });
  });
});

describe("failing migrations", () => {
  test.each([crypto.randomUUID(), "not-an-id", "BV26-0000-0000", "' or true --", "", undefined])(
    "[W-MIG-14] %s is refused as not found, for migrating and verifying, and leaves no record",
    async (id) => {
      const refused = { ok: false, reason: "not-found", message: "Application not found" };
      expect(await migrate(id)).toMatchObject(refused);
      expect(await verifyMigration(superAdmin, { applicationId: id })).toMatchObject(refused);
      expect(await activity()).toEqual([]);
    },
  );

  test("[W-MIG-15] a step that can't be stored is named without its answers, and the others are stored", async () => {
    const [id = ""] = await addApplications(database, { ...fullMetadata(), step5: "torn", step6: null });
    await database.query("alter table trip_details add constraint no_sponsor check (payer_name <> 'Marie Rolle')");
    try {
      const migrated = await migrate(id);
      expect(migrated).toMatchObject({
        ok: true,
        messages: [
          "Step 5 failed: its answers are not in a form that can be read",
          "Step 4 failed: an answer breaks the rule no_sponsor",
        ],
      });
      expect(await rowCounts(database, id)).toEqual([1, 1, 1, 0, 0, 0, 1]);
    } finally {
      await database.query("alter table trip_details drop constraint no_sponsor");
    }
  });

  test.each([{}, null, [], "text", 7, { other: {} }])("[W-MIG-16] %j is refused as metadata", async (metadata) => {
    const [id = ""] = await addApplications(database, metadata);
    const reason = "No metadata found or invalid metadata format";
    expect(await migrate(id)).toMatchObject({ ok: true, messages: [reason] });
    expect(await verifyMigration(superAdmin, { applicationId: id })).toMatchObject({ ok: false, message: reason });
    expect(await rowCounts(database, id)).toEqual(nothing);
  });

  test("[W-MIG-18, W-MIG-20] a database error is reported with its reason, and everything is rolled back with its record", async () => {
    const [id = ""] = await addApplications(database, fullMetadata());
    await database.query("alter table family_background rename to family_away");
    try {
      expect(await migrate(id)).toMatchObject({
        ok: false,
        reason: "failed",
        message: "the database refused it (42P01); the log says more",
      });
      expect(await verifyMigration(superAdmin, { applicationId: id })).toMatchObject({
        message: "the step tables could not be read; the log says more",
      });
    } finally {
      await database.query("alter table family_away rename to family_background");
    }
    expect(await rowCounts(database, id)).toEqual(nothing);
    expect(await activity()).toEqual([]);
  });
});

describe("permissions and record of a migration", () => {
  test("the record names the admin, the IP, the application and the number of failed steps", async () => {
    const [id = ""] = await addApplications(database, { ...fullMetadata(), step5: "torn" });
    const [row] = await database.query<{ number: string }>(
      "select application_number as number from visa_applications",
    );
    await migrate(id);
    expect(await activity()).toEqual([
      {
        action: "application_migrated",
        who: superAdmin.staff.email,
        subject: "application",
        id,
        details: { number: row?.number, failures: 1 },
        address: superAdmin.address,
      },
    ]);
  });

  test("verifying changes nothing and is not recorded", async () => {
    const [id = ""] = await addApplications(database, fullMetadata());
    await verify(id);
    expect(await activity()).toEqual([]);
  });

  test("[W-MIG-2] admins of both roles can migrate and verify; an admin who was deactivated since can do neither", async () => {
    const [id = ""] = await addApplications(database, fullMetadata());
    const regular = await staffMember(database, "regular_admin");
    expect(await migrate(id, regular)).toMatchObject({ ok: true });
    expect(await verifyMigration(regular, { applicationId: id })).toMatchObject({ ok: true });
    await database.query("delete from passport_information");
    await database.query("update admin_users set is_active = false where id = $1", [regular.staff.adminId]);
    expect(await migrate(id, regular)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await verifyMigration(regular, { applicationId: id })).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await rowCounts(database, id)).toEqual([1, 0, 1, 1, 1, 1, 1]);
  });
});

test("[W-MIG-17] verification counts metadata and table rows and changes nothing", async () => {
  const [id = ""] = await addApplications(database, { ...fullMetadata(), step6: {} });
  expect(await verify(id)).toEqual({ holds: false, inMetadata: 7, rows: 0, lacking: 6 });
  expect(await rowCounts(database, id)).toEqual(nothing);
  await migrate(id);
  expect(await verify(id)).toEqual({ holds: true, inMetadata: 7, rows: 6, lacking: 0 });
  await database.query("delete from contact_information");
  expect(await verify(id)).toEqual({ holds: false, inMetadata: 7, rows: 5, lacking: 1 });
});
