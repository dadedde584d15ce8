import { beforeEach, describe, expect, test } from "vitest";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { hashPassword } from "../passwords/passwords.server";
import type { StaffContext } from "../staff.server";
import { signIn, signInLimitKey } from "./sign-in.server";

const database = testDatabase();
const password = "sails over the bank";
const browser = "Chrome on Windows";
let who: StaffContext;
beforeEach(async () => {
  for (const table of ["limit_counts", "admin_activity_log", "email_notifications"])
    await database.query(`delete from ${table}`);
  who = await staffMember(database);
  await database.query(
    "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
    [who.staff.userId, await hashPassword(password)],
  );
});

const tries = (email: string, entered: string, address: string, kind = browser) =>
  signIn(
    { request: new Request("http://localhost/admin/login"), address, browser: kind },
    { email, password: entered },
  );
const enter = (address = "203.0.113.5", kind = browser) => tries(who.staff.email, password, address, kind);

describe("a sign-in from a new device or IP", () => {
  const notices = () =>
    database.query<{ to: string; data: { at: string } }>(
      "select recipient_email as to, template_data as data from email_notifications where email_type = 'new_sign_in' order by created_at",
    );
  const signsIn = async (address: string, kind = browser) => {
    const before = (await notices()).length;
    expect(await enter(address, kind)).toMatchObject({ ok: true });
    return (await notices()).length - before;
  };

  test("[V-SESS-3] the account's owner gets one mail per new browser and system or new IP, with IPv6 counted by /64", async () => {
    expect(await signsIn("203.0.113.5")).toBe(1);
    expect((await notices()).at(-1)).toEqual({
      to: who.staff.email,
      data: { email: who.staff.email, at: expect.any(String), browser, address: "203.0.113.5" },
    });
    expect(await signsIn("203.0.113.5")).toBe(0);
    expect(await signsIn("203.0.113.6"), "another address").toBe(1);
    expect(await signsIn("203.0.113.6", "Firefox on Windows"), "another browser").toBe(1);
    expect(await signsIn("203.0.113.5", "Firefox on Windows"), "both are known").toBe(0);
    expect(await signsIn("2001:db8:7:1::5")).toBe(1);
    expect(await signsIn("2001:db8:7:1:ffff::9"), "of the same household").toBe(0);
    expect(await signsIn("2001:db8:7:2::5")).toBe(1);
  });

  test("[V-SESS-3] a sign-in counts as new after 90 days, and two simultaneous ones send one mail", async () => {
    const ago = (interval: string) =>
      database.query(
        "update admin_activity_log set created_at = now() - $1::interval where action_type = 'signed_in'",
        [interval],
      );
    await signsIn("203.0.113.5");
    await ago("89 days 23 hours");
    expect(await signsIn("203.0.113.5")).toBe(0);
    await ago("90 days");
    expect(await signsIn("203.0.113.5")).toBe(1);
    await ago("90 days");
    const before = (await notices()).length;
    await Promise.all([enter(), enter()]);
    expect((await notices()).length - before).toBe(1);
  });

  test("[V-SESS-3] another account's sign-in doesn't make a browser and IP known", async () => {
    const otherAdmin = await staffMember(database);
    await database.query(
      `insert into admin_activity_log (action_type, admin_id, address, browser) values ('signed_in', $1, '203.0.113.5', $2)`,
      [otherAdmin.staff.adminId, browser],
    );
    expect(await signsIn("203.0.113.5")).toBe(1);
  });
});

describe("the record of sign-ins", () => {
  const entries = () =>
    database.query(
      `select action_type as action, admin_email as by, target_admin_email as about, details ->> 'way' as way,
         details ->> 'reason' as reason from admin_activity_log order by created_at, id`,
    );
  const refused = (reason: string, about: string | null = who.staff.email) => ({
    ...{ action: "sign_in_refused", by: null, about, way: null, reason },
  });

  test("[V-SESS-4] each sign-in is recorded with its method, each refusal with reason and account, and nothing typed is stored", async () => {
    await enter();
    await tries(who.staff.email, "a guess", "203.0.113.5");
    await tries("private.person@mail.example", "a guess", "203.0.113.5");
    await database.query("update admin_users set is_active = false where id = $1", [who.staff.adminId]);
    expect(await enter()).toMatchObject({ reason: "signed-out" });
    await database.query(
      `insert into limit_counts (key, count, window_ends) values ($1, 30, now() + interval '1 day')
       on conflict (key) do update set count = excluded.count, window_ends = excluded.window_ends`,
      [signInLimitKey(who.staff.email)],
    );
    expect(await enter()).toMatchObject({ reason: "limited" });
    expect(await entries()).toEqual([
      { action: "signed_in", by: who.staff.email, about: null, way: "password", reason: null },
      refused("wrong password"),
      refused("wrong password", null),
      refused("deactivated"),
      refused("too many tries"),
    ]);
    const whole = JSON.stringify(await database.query("select * from admin_activity_log"));
    for (const entered of ["a guess", "private.person", password]) expect(whole).not.toContain(entered);
  });
});
