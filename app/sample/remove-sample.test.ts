import { beforeEach, describe, expect, test } from "vitest";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { hasSamplePeople, removeSamplePeople } from "./remove-sample.server";

const database = testDatabase();
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "admin_activity_log", "pgboss.job"])
    await database.query(`delete from ${table}`);
});

/** An application with a file and a mail, sample or real. */
async function application(isSample: boolean) {
  const number = `N-${crypto.randomUUID()}`;
  const [row] = await database.query<{ id: string }>(
    `insert into visa_applications (application_number, user_email, is_sample) values ($1, 'a@mail.example', $2) returning id`,
    [number, isSample],
  );
  const id = row?.id ?? "";
  await database.query(
    `insert into documents (application_id, document_type, document_name, storage_key, byte_size, content_type, sha256)
     values ($1, 'passport_copy', 'passport.pdf', $2, 10, 'application/pdf', repeat('0', 64))`,
    [id, `${id}/file`],
  );
  await database.query(
    `insert into email_notifications (email_type, template_name, template_data, recipient_email, recipient_name, subject,
       application_id, is_sample, message_id)
     values ('application_started', 'application_started', '{}', 'a@mail.example', '', 's', $1, $2, gen_random_uuid())`,
    [id, isSample],
  );
  return id;
}
const ids = async (table: string, column: string) =>
  (await database.query<{ id: string }>(`select ${column} as id from ${table}`)).map(({ id }) => id);

describe("removing sample people", () => {
  test("their applications, files and mails are deleted, real ones stay, and the record has the number of rows", async () => {
    const superAdmin = await staffMember(database);
    const [sample, real] = [await application(true), await application(false)];
    expect(await hasSamplePeople()).toBe(true);
    const removed = await removeSamplePeople(superAdmin);
    expect(removed).toEqual({ ok: true, removed: 2 });
    expect(await ids("visa_applications", "id")).toEqual([real]);
    expect(await ids("documents", "application_id")).toEqual([real]);
    expect(await ids("email_notifications", "application_id")).toEqual([real]);
    expect(await database.enqueued("sample.remove-files")).toEqual([{ storageKeys: [`${sample}/file`] }]);
    expect(await hasSamplePeople()).toBe(false);
    expect(
      await database.query(
        "select action_type as action, admin_email as who, details, address from admin_activity_log",
      ),
    ).toEqual([
      {
        action: "sample_people_removed",
        who: superAdmin.staff.email,
        details: { removed: 2 },
        address: superAdmin.address,
      },
    ]);
  });

  test("a real mail about a sample application is deleted with it", async () => {
    const superAdmin = await staffMember(database);
    await application(true);
    await database.query("update email_notifications set is_sample = false");
    await removeSamplePeople(superAdmin);
    expect(await ids("email_notifications", "id")).toEqual([]);
  });

  test("only an active super admin can remove them", async () => {
    const sample = await application(true);
    const [regular, former] = [await staffMember(database, "regular_admin"), await staffMember(database)];
    await database.query("update admin_users set is_active = false where id = $1", [former.staff.adminId]);
    for (const who of [regular, former])
      expect(await removeSamplePeople(who)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await ids("visa_applications", "id")).toEqual([sample]);
    expect(await ids("admin_activity_log", "id")).toEqual([]);
  });

  test("without sample people nothing is removed and no job for files is enqueued", async () => {
    expect(await removeSamplePeople(await staffMember(database))).toEqual({ ok: true, removed: 0 });
    expect(await database.enqueued("sample.remove-files")).toEqual([]);
  });
});
