import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { endOldRights } from "./after-restore.server";

const database = testDatabase();
const count = async (table: string) => (await database.query(`select 1 from ${table}`)).length;

test("a restore brings back sessions, browsers’ access and schedules → all of them are ended and listed", async () => {
  const { staff } = await staffMember(database, "super_admin");
  await database.query(
    `insert into session (id, token, user_id, expires_at, updated_at) values ('s', 't', $1, now() + interval '1 hour', now())`,
    [staff.userId],
  );
  await database.query(
    "insert into verification (id, identifier, value, expires_at) values ('v', 'reset', 'x', now() + interval '1 hour')",
  );
  const applicationId = await new Applicant(database).start();
  await database.query(
    "insert into application_email_changes (application_id, new_email) values ($1, 'new@mail.example')",
    [applicationId],
  );
  const links = () =>
    database.query("select resume_token, opens_by_link_only from visa_applications where id = $1", [applicationId]);
  const [before] = await links();
  const [version] = await database.query<{ id: string }>(
    `insert into content_versions (kind, key, number, data, made_by, scheduled_for, scheduled_by)
     values ('questions', gen_random_uuid(), 1, '{"question":"When?"}', $1, now() + interval '1 day', $1) returning id`,
    [staff.email],
  );
  await database.query(
    "insert into admin_invitations (email, role, invited_by) values ('ana@mail.example', 'super_admin', $1)",
    [staff.adminId],
  );
  const lines = await db.transaction(endOldRights);
  expect(lines[0]).toMatch(/^All sessions of staff \(\d+\) and all browsers of applicants \(1\) are signed out\./);
  expect(lines[1]).toBe("Canceled, invite them again if they are still to be admins: ana@mail.example.");
  expect(await database.query("select 1 from admin_invitations where canceled_at is null")).toEqual([]);
  expect(lines[2]).toMatch(/^Called off, schedule it again if it is still wanted: .*version 1, for /);
  for (const table of ["session", "verification", "application_holders", "application_email_changes"])
    expect(await count(table), table).toBe(0);
  const [after] = await links();
  expect(after).toMatchObject({ opens_by_link_only: true });
  expect(after?.resume_token).not.toBe(before?.resume_token);
  const [draft] = await database.query(
    "select scheduled_for, scheduled_by, not_published from content_versions where id = $1",
    [version?.id],
  );
  expect(draft).toMatchObject({
    ...{ scheduled_for: null, scheduled_by: null },
    not_published: "It was scheduled in the backup that was restored, and may have been called off since.",
  });
});
