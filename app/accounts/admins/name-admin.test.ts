import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { nameAdmin } from "./names.server";

const database = testDatabase();

test("[I-NAME-9] in a text an admin is named with the email, and by the email alone without a name", async () => {
  const { staff } = await staffMember(database);
  expect(await nameAdmin(db, staff.email)).toBe(staff.email);
  await database.query("update admin_users set name = 'Theo Knowles' where id = $1", [staff.adminId]);
  expect(await nameAdmin(db, staff.email)).toBe(`Theo Knowles (${staff.email})`);
  expect(await nameAdmin(db, "gone@lucaya.example")).toBe("gone@lucaya.example");
});
