import { expect, test } from "vitest";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { staffMember } from "../../../test/harness/in-process/staff";
import { setAdminActive } from "./manage-admins.server";

const database = ownDatabase();

test("[A-USERS-15] an admin who is deactivated has no session left, and the record names who did it", async () => {
  const boss = await staffMember(database);
  const other = await staffMember(database, "regular_admin");
  await database.query(
    "insert into session (id, token, user_id, expires_at, updated_at) values ('s', 't', $1, now() + interval '1 day', now())",
    [other.staff.userId],
  );
  expect(await setAdminActive(boss, other.staff.adminId, false)).toMatchObject({ ok: true });
  expect(await database.query("select 1 from session where user_id = $1", [other.staff.userId])).toEqual([]);
  expect(
    await database.query("select action_type, admin_email, target_admin_email from admin_activity_log"),
  ).toContainEqual({
    action_type: "admin_deactivated",
    admin_email: boss.staff.email,
    target_admin_email: other.staff.email,
  });
});
