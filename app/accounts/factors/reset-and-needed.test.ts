import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { adminWithPassword, mailsTo, setUpApp, setUpPasskey } from "../../../test/harness/factors/account";
import { lastRecord, leaveStale, sessionsOf } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { adminCommand } from "../admins/command.server";
import { asStaff } from "../as-staff.server";
import type { StaffContext } from "../staff.server";
import { factorsOf } from "./confirm.server";
import { resetFactors } from "./reset.server";
import { setFactorNeeded } from "./set-needed.server";

const database = testDatabase();
let who: StaffContext;
beforeEach(async () => {
  for (const table of ["email_notifications", "admin_activity_log", "site_settings"])
    await database.query(`delete from ${table}`);
  who = await adminWithPassword(database, "regular_admin");
});
const rowOf = async ({ staff }: StaffContext) =>
  (await database.query("select second_factor_by::text as day from admin_users where id = $1", [staff.adminId]))[0];

describe("a reset of factors", () => {
  test("[V-MFA-14, V-MFA-16] a reset by another super admin removes factors and codes, ends sessions, and is recorded and mailed", async () => {
    const superAdmin = await adminWithPassword(database);
    await setUpApp(who);
    await setUpPasskey(who);
    await database.query("delete from email_notifications");
    expect(await resetFactors(superAdmin, { adminId: who.staff.adminId })).toMatchObject({ ok: true });
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: false, passkeys: 0 });
    for (const table of ["session", "recovery_codes", "authenticators", "passkeys"])
      expect(await database.query(`select 1 from ${table} where user_id = $1`, [who.staff.userId])).toEqual([]);
    expect(await lastRecord(database)).toMatchObject({
      ...{
        action: "second_factor_reset",
        by: superAdmin.staff.email,
        target: who.staff.email,
        subject: who.staff.adminId,
      },
    });
    expect((await mailsTo(database, who)).map(({ data }) => data.change)).toEqual(["reset"]);
    expect(await rowOf(who), "a regular admin needs none").toEqual({ day: null });
  });

  test("[V-MFA-14] resetting one's own factors, a reset by a regular admin, and a reset without reauthentication are refused", async () => {
    const superAdmin = await adminWithPassword(database);
    const { adminId } = superAdmin.staff;
    await setUpApp(superAdmin);
    const own = "Ask another super admin to reset your second factor.";
    expect(await resetFactors(superAdmin, { adminId })).toMatchObject({ ok: false, message: own });
    expect(await resetFactors(who, { adminId })).toMatchObject({ ok: false, reason: "forbidden" });
    const otherAdmin = await adminWithPassword(database);
    await leaveStale(database, otherAdmin);
    expect(await resetFactors(otherAdmin, { adminId })).toMatchObject({ ok: false, reason: "fresh" });
    expect(await factorsOf(superAdmin.staff.userId)).toEqual({ totp: true, passkeys: 0 });
  });

  test("[V-MFA-14] a reset by the command is recorded as such and leaves the password unchanged", async () => {
    const superAdmin = await adminWithPassword(database);
    await setUpApp(superAdmin);
    const before = await database.query("select password from account where user_id = $1", [superAdmin.staff.userId]);
    expect(await adminCommand(["reset-factors", superAdmin.staff.email])).toBe(0);
    expect(await factorsOf(superAdmin.staff.userId)).toEqual({ totp: false, passkeys: 0 });
    expect(await sessionsOf(database, superAdmin.staff.userId)).toEqual([]);
    expect(await database.query("select password from account where user_id = $1", [superAdmin.staff.userId])).toEqual(
      before,
    );
    expect(await lastRecord(database)).toMatchObject({
      action: "second_factor_reset",
      by: null,
      details: { by: "command" },
    });
    expect((await mailsTo(database, superAdmin)).at(-1)?.data.change).toBe("reset");
    expect(await adminCommand(["reset-factors", "nobody@lucaya.example"])).toBe(1);
  });
});

describe("an admin whose second factor is overdue", () => {
  const act = (context: StaffContext) =>
    asStaff(context, { input: z.undefined() }, undefined, async () => ({ ok: true }) as const);
  const overdue = (context: StaffContext, days = 1) =>
    database.query(
      "update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date - $2::int where id = $1",
      [context.staff.adminId, days],
    );

  test("[V-MFA-10] an overdue admin can only set up a factor; on the last day of grace everything is still allowed", async () => {
    const superAdmin = await adminWithPassword(database);
    await overdue(superAdmin, 0);
    expect(await act(superAdmin)).toEqual({ ok: true });
    await overdue(superAdmin);
    expect(await act(superAdmin)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await resetFactors(superAdmin, { adminId: who.staff.adminId })).toMatchObject({ reason: "forbidden" });
    await setUpPasskey(superAdmin);
    expect(await act(superAdmin)).toEqual({ ok: true });
    expect(await rowOf(superAdmin)).toEqual({ day: null });
  });

  test("[V-MFA-11] a regular admin can be overdue only while all admins need a factor, and that setting is recorded", async () => {
    const superAdmin = await adminWithPassword(database);
    await overdue(who);
    expect(await act(who), "needs none").toEqual({ ok: true });
    expect(await setFactorNeeded(who, { for: "all_admins" })).toMatchObject({ reason: "forbidden" });
    expect(await setFactorNeeded(superAdmin, { for: "all_admins" })).toMatchObject({ ok: true });
    expect(await lastRecord(database)).toMatchObject({
      action: "second_factor_needed_set",
      by: superAdmin.staff.email,
      details: { from: "Super admins", to: "All admins" },
    });
    expect(await act(who), "days that ran out before do not count").toEqual({ ok: true });
    await overdue(who);
    expect(await act(who)).toMatchObject({ reason: "forbidden" });
    expect(await setFactorNeeded(superAdmin, { for: "super_admins" })).toMatchObject({ ok: true });
    expect(await act(who)).toEqual({ ok: true });
  });
});
