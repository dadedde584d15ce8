import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAdmin } from "~/accounts/admins/manage-admins.server";
import { auth } from "~/accounts/auth.server";
import { functionCaller } from "~/accounts/functions/call.server";
import { changePassword, resetPassword } from "~/accounts/passwords/own-password.server";
import { isPassword } from "~/accounts/passwords/passwords.server";
import {
  findStaff,
  mayAct,
  readStaff,
  readStaffToSetUp,
  requireStaff,
  type StaffContext,
} from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { privateLink } from "~/mail/links/private-links.server";
import { leaveStale, openSession, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { setAdminName } from "../admins/admin-name.server";
import { completeFirstSignIn } from "./complete.server";
import { loader } from "./first-sign-in";
import { firstSignInUrl, needsFirstSignIn } from "./needed";

const database = testDatabase();
const temporary = "sails over the bank";
const own = "an outgoing tide tonight";
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database, "super_admin");
});
beforeEach(() => database.query("delete from limit_counts"));

let made = 0;
const here = new Request("http://localhost/admin/first-sign-in", { method: "POST" });

/** An admin created with a password, signed in with it. */
async function created(): Promise<{ who: StaffContext; signed: Request }> {
  const email = `first${++made}@lucaya.example`;
  const result = await createAdmin(superAdmin, { email, password: temporary, role: "regular_admin" });
  if (!result.ok) return expect.fail(result.message);
  const [row] = await database.query<{ user: string }>('select user_id as "user" from admin_users where email = $1', [
    email,
  ]);
  const userId = row?.user ?? "";
  const { headers, response } = await auth.api.startSession({
    body: { userId },
    headers: new Headers(),
    returnHeaders: true,
  });
  const [session] = await database.query<{ id: string }>("select id from session where token = $1", [response.token]);
  const staff = (await findStaff(userId)) ?? expect.fail("no staff");
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const signed = new Request("http://localhost/admin", { headers: { cookie } });
  return { who: { staff: { ...staff, sessionId: session?.id ?? "" }, address: "10.0.0.8" }, signed };
}
const fields = { name: "Anika Thompson", password: own, confirmation: own };
const rowOf = async ({ staff }: StaffContext) =>
  (
    await database.query<{ name: string; temporary: boolean; hash: string }>(
      `select a.name, a.password_is_temporary as temporary, c.password as hash
       from admin_users a join account c on c.user_id = a.user_id where a.id = $1`,
      [staff.adminId],
    )
  )[0];
const recorded = ({ staff }: StaffContext) =>
  database.query(
    `select action_type as action, details from admin_activity_log
     where admin_id = $1 and action_type in ('admin_name_changed', 'password_changed') order by action_type`,
    [staff.adminId],
  );

describe("a password that somebody else chose", () => {
  test("[I-PASS-1] opens nothing of the desk but its own page, and lets no verb and no function run", async () => {
    const { who, signed } = await created();
    const refused = { data: { reason: "password" }, init: { status: 403 } };
    for (const read of [readStaff, requireStaff]) await expect(read(signed)).rejects.toMatchObject(refused);
    expect(await readStaffToSetUp(signed)).toMatchObject({ passwordIsTemporary: true });
    expect([await mayAct(db, who.staff), await mayAct(db, who.staff, "regular_admin", "password")]).toEqual([
      false,
      true,
    ]);
    const name = await setAdminName(who, { adminId: who.staff.adminId, name: "Anika" });
    expect(name).toMatchObject({ reason: "forbidden" });
    expect(await functionCaller(signed)).toMatchObject({
      message: "Choose your own password first. Sign in at the desk to do so.",
    });
  });

  test("[I-PASS-3, I-NAME-1] name and password are set at once, other sessions end, this browser stays signed in, and both are recorded", async () => {
    const { who } = await created();
    await openSession(database, who.staff.userId);
    const result = await completeFirstSignIn(here, who, fields);
    expect(result).toMatchObject({ ok: true });
    const row = await rowOf(who);
    expect([row?.name, row?.temporary, await isPassword(row?.hash ?? "", own)]).toEqual([
      "Anika Thompson",
      false,
      true,
    ]);
    expect(await sessionsOf(database, who.staff.userId)).toHaveLength(1);
    const cookie = (result.ok ? (result.headers.get("set-cookie") ?? "") : "").split(";")[0] ?? "";
    const signed = new Request("http://localhost/admin", { headers: { cookie } });
    expect(await readStaff(signed)).toMatchObject({ name: "Anika Thompson" });
    expect(await recorded(who)).toEqual([
      {
        action: "admin_name_changed",
        details: { changes: [{ field: "Name", from: "", to: "Anika Thompson" }] },
      },
      { action: "password_changed", details: null },
    ]);
  });

  test("[I-PASS-2, I-NAME-2] the given password, a weak one and a name of blanks are refused at their fields, and nothing is saved", async () => {
    const { who } = await created();
    const same = { name: " \u200b\t\0", password: temporary, confirmation: temporary };
    expect(await completeFirstSignIn(here, who, same)).toMatchObject({
      reason: "invalid",
      detail: {
        name: "Enter a name of at most 80 characters.",
        password: "Choose a different password from the one you were given",
      },
    });
    expect(await completeFirstSignIn(here, who, { name: "Anika", password: "short", confirmation: "x" })).toMatchObject(
      {
        detail: { password: "Password must be at least 8 characters long", confirmation: "Passwords do not match" },
      },
    );
    expect([await rowOf(who), await recorded(who)]).toMatchObject([{ name: "", temporary: true }, []]);
  });

  test("[I-PASS-3] a session that is not fresh has to be confirmed first", async () => {
    const { who } = await created();
    await leaveStale(database, who);
    expect(await completeFirstSignIn(here, who, fields)).toMatchObject({ reason: "fresh" });
    expect(await rowOf(who)).toMatchObject({ name: "", temporary: true });
  });

  test("[I-PASS-4] a password set by a mailed link is one's own", async () => {
    const { who } = await created();
    const { hash = "" } = (await rowOf(who)) ?? {};
    const token = new URL(privateLink("reset", who.staff.adminId, hash)).searchParams.get("token");
    expect(await resetPassword({ address: "10.0.0.8" }, { token, password: own, confirmation: own })).toMatchObject({
      ok: true,
    });
    expect(await rowOf(who)).toMatchObject({ temporary: false });
    expect(await findStaff(who.staff.userId)).not.toHaveProperty("passwordIsTemporary");
  });

  test("[I-PASS-1] the form for a signed-in admin's password can't be used to get around it", async () => {
    const { who } = await created();
    const input = { present: temporary, password: own, confirmation: own };
    expect(await changePassword(here, who, input)).toMatchObject({ reason: "forbidden" });
  });
});

test("[I-NAME-1] its page leads to the set-up of an overdue second factor first", async () => {
  const { who, signed } = await created();
  await database.query(
    "update admin_users set factor_required = true, second_factor_by = current_date - 9 where id = $1",
    [who.staff.adminId],
  );
  const args = { request: signed, url: new URL(signed.url) } as Parameters<typeof loader>[0];
  const result: unknown = await loader(args).catch((thrown: unknown) => thrown);
  expect(result instanceof Response && [result.status, result.headers.get("location")]).toEqual([
    302,
    "/admin/account/second-factor",
  ]);
});

describe("the name of an admin from before the upgrade", () => {
  test("[I-NAME-1] is asked for before the desk; setting it ends no session and changes no password", async () => {
    const who = await staffMember(database, "regular_admin");
    const stays = await openSession(database, who.staff.userId);
    const before = await findStaff(who.staff.userId);
    expect(before && needsFirstSignIn(before)).toBe(true);
    expect(await completeFirstSignIn(here, who, { name: "  Theo Knowles ", password: own })).toMatchObject({
      ok: true,
    });
    const after = await findStaff(who.staff.userId);
    expect(after).toMatchObject({ name: "Theo Knowles" });
    expect(after && needsFirstSignIn(after)).toBe(false);
    expect(await sessionsOf(database, who.staff.userId)).toEqual([stays]);
    // Sent again, it changes nothing.
    expect(await completeFirstSignIn(here, who, { name: "Mallory" })).toMatchObject({ ok: true });
    expect(await findStaff(who.staff.userId)).toMatchObject({ name: "Theo Knowles" });
  });

  test.each(["", " \u00a0 ", "\0\u0007", "\u200b\u2060", "x".repeat(81), undefined])(
    "[I-NAME-2] %j is refused as a name",
    async (name) => {
      const who = await staffMember(database, "regular_admin");
      expect(await completeFirstSignIn(here, who, { name })).toMatchObject({
        reason: "invalid",
        detail: { name: "Enter a name of at most 80 characters." },
      });
    },
  );

  test("[I-NAME-2] a name of one character and one of 80 are taken", async () => {
    for (const name of ["李", "x".repeat(80)]) {
      const who = await staffMember(database, "regular_admin");
      expect(await completeFirstSignIn(here, who, { name })).toMatchObject({ ok: true });
      expect(await findStaff(who.staff.userId)).toMatchObject({ name });
    }
  });

  test.each([
    ["/admin", "/admin/first-sign-in"],
    ["/admin/people?q=a", "/admin/first-sign-in?to=%2Fadmin%2Fpeople%3Fq%3Da"],
    ["https://mallory.example/", "/admin/first-sign-in"],
    ["/admin/invitation?token=x", "/admin/first-sign-in"],
  ])("[I-NAME-1] the page for a visit of %s is %s", (to, page) => {
    expect(firstSignInUrl(to)).toBe(page);
  });
});
