import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { insertApplications } from "../../../test/harness/applicants/application-rows";
import { insertAppointment } from "../../../test/harness/desk/appointments";
import { insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { deactivated, entry, recordOf } from "../../../test/harness/desk/verbs";
import { lastRecord, openSession, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { countOwned } from "../owners/hand-over.server";
import { ownerMessages } from "../owners/owned";
import { isPassword } from "../passwords/passwords.server";
import type { StaffContext } from "../staff.server";
import { createAdmin, setAdminActive, setAdminRole } from "./manage-admins.server";

const database = testDatabase();
const password = "sails over the bank";
let people = 0;
const newEmail = () => `wren${++people}@lucaya.example`;

let superAdmin: StaffContext;
let otherAdmin: StaffContext;
beforeEach(async () => {
  superAdmin = await staffMember(database);
  otherAdmin = await staffMember(database, "regular_admin");
});

type Row = { email: string; role: string; is_active: boolean; created_by: string | null; user_id: string };
const rowOf = async (id: string) =>
  (await database.query<Row>("select * from admin_users where id = $1", [id]))[0] ?? expect.fail("no such admin");
const everything = () =>
  database.query(
    `select (select jsonb_agg(to_jsonb(a) order by id) from admin_users a) as admins, (select count(*) from "user") as users,
       (select count(*) from account) as accounts, (select count(*) from session) as sessions,
       (select count(*) from admin_activity_log) as records`,
  );

describe("creating an admin", () => {
  const newAdmin = (change: Record<string, unknown> = {}) => ({
    ...{ email: newEmail(), password, confirmation: password, role: "regular_admin" },
    ...change,
  });

  test.each(["regular_admin", "super_admin"])(
    "[A-USERS-10] a new admin is stored with the chosen role %s",
    async (role) => {
      const email = newEmail();
      const made = await createAdmin(superAdmin, newAdmin({ email: ` ${email.toUpperCase()} `, role }));
      const id = made.ok ? made.adminId : expect.fail(made.message);
      const row = await rowOf(id);
      expect(row).toMatchObject({ email, role, is_active: true, created_by: superAdmin.staff.adminId });
      const [own] = await database.query<{ password: string }>("select password from account where user_id = $1", [
        row.user_id,
      ]);
      expect(await isPassword(own?.password ?? "", password)).toBe(true);
    },
  );

  test("[A-USERS-13] the record of a new admin names the creator, the new admin and the role", async () => {
    const email = newEmail();
    const made = await createAdmin(superAdmin, newAdmin({ email }));
    expect(made).toMatchObject({ ok: true, message: `Admin user ${email} created successfully!` });
    expect(await lastRecord(database)).toEqual({
      ...{ action: "admin_created", by: superAdmin.staff.email, target: email, details: { role: "regular_admin" } },
      ...{ type: "admin", subject: made.ok ? made.adminId : "", address: superAdmin.address, browser: null },
    });
  });

  test.each([
    ["[A-USERS-7] no email", { email: "" }, "email", "Email is required"],
    ["[A-USERS-7] no address", { email: "wren at home" }, "email", "Please enter a valid email address"],
    ["[A-USERS-7] no text", { email: { a: 1 } }, "email", "Please enter a valid email address"],
    [
      "[A-USERS-8] seven characters",
      { password: "seven77", confirmation: "seven77" },
      "password",
      "Password must be at least 8 characters long",
    ],
    [
      "more than 128 characters",
      { password: "ab ".repeat(43), confirmation: "ab ".repeat(43) },
      "password",
      "Password must be at most 128 characters long",
    ],
    [
      "[V-ATK-23] what everybody guesses",
      { password: "Sunshine2026!", confirmation: "Sunshine2026!" },
      "password",
      "This password is easy to guess. Choose another one.",
    ],
    [
      "[V-ATK-23] the address itself",
      { password: "kestrel1", confirmation: "kestrel1", email: "kestrel@lucaya.example" },
      "password",
      "This password is easy to guess. Choose another one.",
    ],
    ["[A-USERS-9] another confirmation", { confirmation: "something else" }, "confirmation", "Passwords do not match"],
    ["[A-USERS-10] another role", { role: "owner" }, "role", "Role is required: Regular Admin or Super Admin"],
    ["[A-USERS-10] no role", { role: "" }, "role", "Role is required: Regular Admin or Super Admin"],
  ])("%s is refused at its field, and no admin is created", async (_, change, field, message) => {
    const before = await everything();
    expect(await createAdmin(superAdmin, newAdmin(change))).toEqual({
      ...{ ok: false, reason: "invalid", message, detail: { [field]: message } },
    });
    expect(await everything()).toEqual(before);
  });

  test("the problems of all fields are shown at once", async () => {
    const refused = await createAdmin(superAdmin, { email: "", password: "x", confirmation: "y", role: "" });
    expect(Object.keys((!refused.ok && refused.detail) || {}).sort()).toEqual([
      "confirmation",
      "email",
      "password",
      "role",
    ]);
  });

  test("[A-USERS-14] an email that another admin uses is refused, whatever its letter case", async () => {
    const before = await everything();
    expect(await createAdmin(superAdmin, newAdmin({ email: otherAdmin.staff.email.toUpperCase() }))).toMatchObject({
      ...{ ok: false, reason: "conflict", message: "An admin with this email already exists" },
    });
    expect(await everything()).toEqual(before);
  });
});

describe("deactivating and reactivating", () => {
  test("[A-USERS-15, A-SESSION-13] deactivating an admin ends all their sessions and nobody else's", async () => {
    const own = await openSession(database, superAdmin.staff.userId);
    await openSession(database, otherAdmin.staff.userId);
    await openSession(database, otherAdmin.staff.userId);
    expect(await setAdminActive(superAdmin, otherAdmin.staff.adminId, false)).toMatchObject({
      ...{ ok: true, message: `Admin user ${otherAdmin.staff.email} deactivated successfully` },
    });
    expect(await sessionsOf(database, otherAdmin.staff.userId)).toEqual([]);
    expect(await sessionsOf(database, superAdmin.staff.userId)).toEqual([own]);
    expect((await rowOf(otherAdmin.staff.adminId)).is_active).toBe(false);
  });

  test.each([
    [true, "admin_reactivated"],
    [false, "admin_deactivated"],
  ])(
    "[A-USERS-18] the change to active: %s is recorded with who changed whom from which IP",
    async (active, action) => {
      await database.query("update admin_users set is_active = $2 where id = $1", [otherAdmin.staff.adminId, !active]);
      await setAdminActive(superAdmin, otherAdmin.staff.adminId, active);
      expect((await rowOf(otherAdmin.staff.adminId)).is_active).toBe(active);
      expect(await lastRecord(database)).toEqual({
        ...{
          action,
          by: superAdmin.staff.email,
          target: otherAdmin.staff.email,
          details: null,
          address: superAdmin.address,
        },
        ...{ type: "admin", subject: otherAdmin.staff.adminId, browser: null },
      });
    },
  );

  test("[A-USERS-19] a change to the state an admin already has and a change of an unknown admin are refused", async () => {
    const before = await everything();
    expect(await setAdminActive(superAdmin, otherAdmin.staff.adminId, true)).toMatchObject({
      ...{ reason: "conflict", message: `${otherAdmin.staff.email} is active already` },
    });
    for (const unknownId of [randomUUID(), "nobody", undefined, { id: otherAdmin.staff.adminId }])
      expect(await setAdminActive(superAdmin, unknownId, false)).toMatchObject({ reason: "not-found" });
    expect(await everything()).toEqual(before);
  });

  test("[A-USERS-17] an admin can't deactivate themselves", async () => {
    const before = await everything();
    expect(await setAdminActive(superAdmin, superAdmin.staff.adminId, false)).toMatchObject({
      ...{ reason: "conflict", message: "You cannot deactivate your own account" },
    });
    expect(await everything()).toEqual(before);
  });

  test("[A-USERS-24] when two super admins deactivate each other at once, one stays active", async () => {
    const second = await staffMember(database);
    await database.query("update admin_users set is_active = false where role = 'super_admin' and id <> all($1)", [
      [superAdmin.staff.adminId, second.staff.adminId],
    ]);
    const results = await Promise.all([
      setAdminActive(superAdmin, second.staff.adminId, false),
      setAdminActive(second, superAdmin.staff.adminId, false),
    ]);
    expect(results.map((result) => (result.ok ? "done" : result.reason)).sort()).toEqual(["done", "forbidden"]);
    expect(await database.query("select 1 from admin_users where role = 'super_admin' and is_active")).toHaveLength(1);
  });
});

describe("a role change", () => {
  test("[A-SESSION-13] a role change ends the admin's sessions and is recorded with the old and the new role", async () => {
    await openSession(database, otherAdmin.staff.userId);
    expect(await setAdminRole(superAdmin, otherAdmin.staff.adminId, "super_admin")).toMatchObject({
      ...{ ok: true, message: `${otherAdmin.staff.email} is now a super admin` },
    });
    expect(await sessionsOf(database, otherAdmin.staff.userId)).toEqual([]);
    expect((await rowOf(otherAdmin.staff.adminId)).role).toBe("super_admin");
    expect(await lastRecord(database)).toEqual({
      ...{
        action: "admin_role_changed",
        by: superAdmin.staff.email,
        target: otherAdmin.staff.email,
        address: superAdmin.address,
      },
      ...{ details: { from: "regular_admin", to: "super_admin" }, type: "admin", subject: otherAdmin.staff.adminId },
      browser: null,
    });
  });

  test("[A-USERS-17] an admin can't change their own role, and an unknown or unchanged role is refused", async () => {
    const before = await everything();
    expect(await setAdminRole(superAdmin, superAdmin.staff.adminId, "regular_admin")).toMatchObject({
      reason: "conflict",
    });
    expect(await setAdminRole(superAdmin, otherAdmin.staff.adminId, "regular_admin")).toMatchObject({
      reason: "conflict",
    });
    expect(await setAdminRole(superAdmin, otherAdmin.staff.adminId, "owner")).toMatchObject({ reason: "invalid" });
    expect(await setAdminRole(superAdmin, randomUUID(), "super_admin")).toMatchObject({ reason: "not-found" });
    expect(await everything()).toEqual(before);
  });
});

describe("[A-PERM-7] admins without permission", () => {
  const verbs: [string, (by: StaffContext) => Promise<unknown>][] = [
    ["create an admin", (by) => createAdmin(by, { email: newEmail(), password, role: "super_admin" })],
    ["deactivate one", (by) => setAdminActive(by, otherAdmin.staff.adminId, false)],
    ["change a role", (by) => setAdminRole(by, otherAdmin.staff.adminId, "super_admin")],
  ];
  test.each(verbs)(
    "[A-PERM-7] %s is refused for a regular admin, a former super admin and a deactivated admin",
    async (_, run) => {
      const regular = await staffMember(database, "regular_admin");
      const former = await staffMember(database);
      await database.query("update admin_users set role = 'regular_admin' where id = $1", [former.staff.adminId]);
      const inactive = await staffMember(database);
      await database.query("update admin_users set is_active = false where id = $1", [inactive.staff.adminId]);
      const before = await everything();
      for (const by of [regular, former, inactive])
        expect(await run(by)).toMatchObject({
          ...{ ok: false, reason: "forbidden", message: "Only super admins can manage admins" },
        });
      expect(await everything()).toEqual(before);
    },
  );
});

describe("[F-DESK-3] the open work of a deactivated admin", () => {
  const open = ["under_review", "draft"];
  let leaver: StaffContext;
  let heir: StaffContext;
  let of: Record<"cases" | "inquiries", string[]>;
  beforeEach(async () => {
    for (const table of ["visa_applications", "visa_inquiries"]) await database.query(`delete from ${table}`);
    leaver = await staffMember(database, "regular_admin");
    heir = await staffMember(database, "regular_admin");
    await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [heir.staff.adminId]);
    await insertApplications(database, 1, 4);
    await insertInquiries(database, 1, 3);
    const ids = async (table: string, order: string) =>
      (await database.query<{ id: string }>(`select id from ${table} order by ${order}`)).map(({ id }) => id);
    of = {
      cases: await ids("visa_applications", "application_number"),
      inquiries: await ids("visa_inquiries", "created_at, id"),
    };
    for (const [index, status] of [...open, "approved"].entries())
      await database.query("update visa_applications set owner_id = $2, status = $3 where id = $1", [
        ...[of.cases[index], leaver.staff.adminId, status],
      ]);
    for (const [position, status] of ["new", "not_qualified"].entries())
      await database.query("update visa_inquiries set owner_id = $2, status = $3 where id = $1", [
        ...[of.inquiries[position], leaver.staff.adminId, status],
      ]);
    await insertAppointment(database, of.cases[0] ?? "", { startsAt: new Date(Date.now() + 86_400_000) });
    await insertAppointment(database, of.cases[0] ?? "", { startsAt: new Date(Date.now() - 86_400_000) });
    await insertAppointment(database, of.cases[3] ?? "", { startsAt: new Date(Date.now() + 86_400_000) });
  });
  const owners = async (table: string, ids: string[]) => {
    const rows = await database.query<{ id: string; owner: string | null }>(
      `select id, owner_id as owner from ${table} where id = any($1)`,
      [ids],
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.owner);
  };

  test("the count includes unfinished cases and inquiries and future appointments", async () => {
    expect(await countOwned(leaver.staff.adminId)).toEqual({
      cases: 2,
      inquiries: 1,
      appointments: 1,
      consultations: 0,
    });
    expect(await countOwned(heir.staff.adminId)).toEqual({ cases: 0, inquiries: 0, appointments: 0, consultations: 0 });
  });

  test("the chosen admin takes over the open work, recorded for each item; finished work keeps its owner", async () => {
    const [leaverId, next] = [leaver.staff.adminId, heir.staff.adminId];
    expect(await setAdminActive(superAdmin, leaverId, false, next)).toMatchObject({
      ok: true,
      message: `Admin user ${leaver.staff.email} deactivated successfully. 2 cases and 1 inquiry now belong to Anika Thompson`,
    });
    expect(await owners("visa_applications", of.cases)).toEqual([next, next, leaverId, null]);
    expect(await owners("visa_inquiries", of.inquiries)).toEqual([next, leaverId, null]);
    for (const id of of.cases.slice(0, 2))
      expect(await recordOf(database, id)).toEqual([
        entry(superAdmin, "application_owner_set", "application", {
          ...{ from: leaver.staff.email, to: "Anika Thompson", together: 2 },
        }),
      ]);
    expect(await countOwned(leaverId)).toEqual({ cases: 0, inquiries: 0, appointments: 0, consultations: 0 });
    expect(await countOwned(next)).toEqual({ cases: 2, inquiries: 1, appointments: 1, consultations: 0 });
  });

  test("without a successor, the open work keeps its owner", async () => {
    expect(await setAdminActive(superAdmin, leaver.staff.adminId, false)).toMatchObject({
      message: `Admin user ${leaver.staff.email} deactivated successfully`,
    });
    expect(await countOwned(leaver.staff.adminId)).toEqual({
      cases: 2,
      inquiries: 1,
      appointments: 1,
      consultations: 0,
    });
  });

  test("an inactive or unknown successor, or the deactivated admin as successor, is refused and nothing changes", async () => {
    const inactive = await deactivated(database);
    for (const to of [inactive.staff.adminId, randomUUID(), "somebody", leaver.staff.adminId])
      expect(await setAdminActive(superAdmin, leaver.staff.adminId, false, to)).toMatchObject({
        ...{ ok: false, reason: "invalid", message: ownerMessages.inactive },
      });
    expect(await rowOf(leaver.staff.adminId)).toMatchObject({ is_active: true });
  });
});
