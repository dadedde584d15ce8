import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { privateLink } from "~/mail/links/private-links.server";
import {
  adminWithPassword,
  mailsTo,
  origin,
  password,
  setUpApp,
  setUpPasskey,
} from "../../../test/harness/factors/account";
import { codeAt, standStill, wrongCode } from "../../../test/harness/factors/codes";
import { lastRecord, sessionsOf } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { adminCommand } from "../admins/command.server";
import { confirmFactor, wrongCodeMessage } from "../factors/confirm.server";
import { changePassword, resetPassword } from "../passwords/own-password.server";
import { findStaff, isOverdue, readSession, readStaff, type StaffContext } from "../staff.server";
import { startAgainMessage } from "./retry-messages";
import { giveSecondFactor, questionOfStep, type SecondFactor, waysOfStep } from "./second-step.server";
import { signIn } from "./sign-in.server";

const database = testDatabase();
const browser = "Chrome on Windows";
let who: StaffContext;
beforeEach(async () => {
  for (const table of ["limit_counts", "email_notifications", "site_settings"])
    await database.query(`delete from ${table}`);
  who = await adminWithPassword(database);
  standStill();
});
afterEach(() => {
  vi.useRealTimers();
});

type Context = { request: Request; address: string; browser: string; origin: string };
/** A browser with the cookies that were set before. */
function from(...before: Headers[]): Context {
  const cookies = new Map<string, string>();
  for (const line of before.flatMap((headers) => headers.getSetCookie())) {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
    if (/max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const request = new Request(`${origin}/admin/login`, cookie ? { headers: { cookie } } : {});
  return { request, address: "203.0.113.5", browser, origin };
}
async function enter(context = from(), entered = password) {
  // Two sign-ins of one account in the same millisecond are one second step.
  vi.setSystemTime(Date.now() + 1);
  const result = await signIn(context, { email: who.staff.email, password: entered });
  return result.ok ? result : expect.fail(result.message);
}
/** A browser whose password was right. */
const atStep = async () => from((await enter()).headers);
const give = async (factor: SecondFactor, context?: Context) => giveSecondFactor(context ?? (await atStep()), factor);
const userIdOf = () => who.staff.userId;
const sessions = () => sessionsOf(database, userIdOf());
const startAgain = { ok: false, reason: "closed", message: startAgainMessage };

describe("an account with an authenticator app", () => {
  let secret = "";
  let codes: string[] = [];
  beforeEach(async () => {
    const made = await setUpApp(who);
    secret = made.secret;
    codes = made.codes ?? [];
  });

  test("[V-MFA-2] the password alone creates no session; the code does, and is recorded as the method", async () => {
    const outcome = await enter();
    expect(outcome.ways).toEqual({ totp: true, passkeys: 0 });
    const context = from(outcome.headers);
    expect(await readSession(context.request)).toBeNull();
    expect(await readStaff(context.request)).toBeNull();
    expect(await sessions()).toEqual([]);
    const result = await give({ code: codeAt(secret) }, context);
    const headers = result.ok ? result.headers : expect.fail(result.message);
    expect((await readStaff(from(headers).request))?.email).toBe(who.staff.email);
    expect(await lastRecord(database)).toMatchObject({ action: "signed_in", details: { way: "code" } });
    expect(await waysOfStep(from(outcome.headers, headers).request), "the step is over").toBe("none");
  });

  test("[V-MFA-3, V-MFA-4] a wrong or used code creates no session; a code sent 50 times at once, in 50 sign-ins, creates one", async () => {
    const refused = { ok: false, message: wrongCodeMessage };
    expect(await give({ code: wrongCode(secret) })).toMatchObject(refused);
    const same = await atStep();
    const code = codeAt(secret);
    await Promise.all(Array.from({ length: 50 }, () => give({ code }, same)));
    expect(await sessions()).toHaveLength(1);
    await database.query("delete from limit_counts");
    const each = await Promise.all(Array.from({ length: 5 }, atStep));
    await database.query("delete from limit_counts");
    const next = codeAt(secret, Date.now() + 30_000);
    await Promise.all(each.flatMap((context) => Array.from({ length: 10 }, () => give({ code: next }, context))));
    expect(await sessions()).toHaveLength(2);
    await database.query("delete from limit_counts");
    expect(await give({ code: next })).toMatchObject(refused);
    expect(await confirmFactor(who.staff.userId, { code: next }, origin)).toMatchObject(refused);
    expect(await sessions()).toHaveLength(2);
  });

  test("[V-MFA-5] five wrong codes, ten minutes or a new password end the step without locking the account", async () => {
    const context = await atStep();
    const guess = () => give({ code: wrongCode(secret) }, context);
    for (let time = 1; time <= 4; time++) expect(await guess()).toMatchObject({ message: wrongCodeMessage });
    expect(await guess()).toMatchObject(startAgain);
    expect(await give({ code: codeAt(secret) }, context), "a right one too").toMatchObject(startAgain);
    expect(await give({ code: codeAt(secret) }), "started again").toMatchObject({ ok: true });

    const late = await atStep();
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await give({ code: codeAt(secret) }, late)).toMatchObject(startAgain);
    standStill();
    const old = await atStep();
    await changePassword(new Request(origin), who, {
      ...{ present: password, password: "gulls over the reef", confirmation: "gulls over the reef" },
    });
    expect(await give({ code: codeAt(secret, Date.now() + 30_000) }, old)).toMatchObject(startAgain);
  });

  test("[V-MFA-5] after ten wrong codes in an hour the account’s further codes have to wait, but not in the owner’s browser", async () => {
    const first = await give({ code: codeAt(secret) });
    const known = first.ok ? first.headers : expect.fail(first.message);
    for (let time = 1; time <= 11; time++) await give({ code: wrongCode(secret) });
    const next = codeAt(secret, Date.now() + 30_000);
    expect(await give({ code: next })).toMatchObject({ ok: false, reason: "limited" });
    const password1 = await enter(from(known));
    expect(await give({ code: next }, from(known, password1.headers))).toMatchObject({ ok: true });
  });

  test("[V-MFA-7] a recovery code signs in once, also 50 times at once, and its owner is told how many are left", async () => {
    const context = await atStep();
    const [code = "", otherCode = ""] = codes;
    await Promise.all(Array.from({ length: 50 }, () => give({ recoveryCode: code }, context)));
    expect(await sessions()).toHaveLength(1);
    const ways = await database.query(
      "select details ->> 'way' as way from admin_activity_log where action_type = 'signed_in' and admin_id = $1",
      [who.staff.adminId],
    );
    expect(ways).toEqual([{ way: "recovery code" }]);
    await database.query("delete from limit_counts");
    expect(await give({ recoveryCode: code })).toMatchObject({ ok: false, reason: "invalid" });
    expect(await give({ recoveryCode: ` ${otherCode.toUpperCase().replaceAll("-", " ")}` })).toMatchObject({
      ok: true,
    });
    const used = (await mailsTo(database, who)).filter(({ kind }) => kind === "recovery_code_used");
    expect(used.map(({ data }) => data.left)).toEqual([9, 8]);
    expect(await confirmFactor(who.staff.userId, { code: codes[2] }, origin), "no confirmation").toMatchObject({
      ok: false,
    });
  });

  test("[V-MFA-2, V-MFA-5] a step allows one sign-in, an empty code isn't a guess, and a mailed link makes no browser known", async () => {
    const context = await atStep();
    for (let time = 1; time <= 12; time++)
      expect(await give({ code: " " }, context)).toMatchObject({ reason: "invalid" });
    expect(await give({ code: codeAt(secret) }, context)).toMatchObject({ ok: true });
    const next = codeAt(secret, Date.now() + 30_000);
    expect(await give({ code: next }, context), "its cookie, copied").toMatchObject(startAgain);
    expect(await sessions()).toHaveLength(1);

    const { adminId, email, userId } = who.staff;
    await database.query("delete from limit_counts");
    for (let time = 1; time <= 11; time++) await give({ code: wrongCode(secret) });
    const [own] = await database.query<{ hash: string }>("select password as hash from account where user_id = $1", [
      userId,
    ]);
    const token = new URL(privateLink("reset", adminId, own?.hash ?? "")).searchParams.get("token");
    const passphrase = "gulls over the reef";
    const reset = await resetPassword(
      { address: "203.0.113.5" },
      { token, password: passphrase, confirmation: passphrase },
    );
    const known = reset.ok ? reset.headers : expect.fail(email);
    const step = from(known, (await enter(from(known), passphrase)).headers);
    expect(await give({ code: wrongCode(secret) }, step)).toMatchObject({ reason: "limited" });
  });

  test("[V-SESS-2] a password change doesn't extend the lifetime of an old session", async () => {
    await database.query("update session set created_at = now() - interval '11 hours' where user_id = $1", [
      userIdOf(),
    ]);
    const change = { present: password, password: "gulls over the reef", confirmation: "gulls over the reef" };
    expect(await changePassword(new Request(origin), who, change)).toMatchObject({ ok: true });
    const left = await database.query(
      "select created_at < now() - interval '10 hours' as old from session where user_id = $1",
      [userIdOf()],
    );
    expect(left).toEqual([{ old: true }]);
  });

  test("[V-MFA-8] an earlier sign-in in the same browser doesn't replace the code", async () => {
    const first = await give({ code: codeAt(secret) });
    const known = first.ok ? first.headers : expect.fail(first.message);
    const again = await signIn(from(known), {
      ...{ email: who.staff.email, password, trustDevice: true, trust: "yes", rememberMe: true },
    });
    expect(again).toMatchObject({ ok: true, ways: { totp: true } });
    expect(await sessions()).toHaveLength(1);
  });

  test("[V-MFA-13] a password change keeps the factor, and the current session isn't asked for it", async () => {
    const change = { present: password, password: "gulls over the reef", confirmation: "gulls over the reef" };
    const changed = await changePassword(new Request(origin), who, change);
    const headers = changed.ok ? changed.headers : expect.fail("not changed");
    expect((await readStaff(from(headers).request))?.email).toBe(who.staff.email);
    expect((await enter(from(), change.password)).ways).toEqual({ totp: true, passkeys: 0 });
  });

  test("[V-MFA-13] a password set by mailed link or by the command keeps the factor", async () => {
    const { adminId, userId, email } = who.staff;
    const [own] = await database.query<{ hash: string }>("select password as hash from account where user_id = $1", [
      userId,
    ]);
    const token = new URL(privateLink("reset", adminId, own?.hash ?? "")).searchParams.get("token");
    const next = "gulls over the reef";
    const set = await resetPassword({ address: "203.0.113.5" }, { token, password: next, confirmation: next });
    expect(set).toMatchObject({ ok: true });
    expect((await enter(from(), next)).ways).toEqual({ totp: true, passkeys: 0 });
    const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(await adminCommand(["reset", email])).toBe(0);
    const password = /^Password: (\S+)/m.exec(printed.mock.calls.flat().join("\n"))?.[1] ?? "";
    printed.mockRestore();
    expect((await enter(from(), password)).ways).toEqual({ totp: true, passkeys: 0 });
    expect(await sessions()).toEqual([]);
  });
});

test("[V-MFA-1] sign-in doesn't ask for an app whose set-up is not confirmed", async () => {
  const { beginApp } = await import("../factors/own-factors.server");
  await beginApp(who);
  expect((await enter()).ways).toBeNull();
  expect(await sessions()).toHaveLength(1);
});

test("[V-PKEY-5] if a passkey is the only factor, sign-in asks for it or a recovery code after the password", async () => {
  const device = await setUpPasskey(who);
  const result = await enter();
  expect(result.ways).toEqual({ totp: false, passkeys: 1 });
  const context = from(result.headers);
  const question = (await questionOfStep(context.request, origin, false)) ?? expect.fail("no question");
  expect(question.allowCredentials?.map(({ id }) => id)).toEqual([device.id.toString("base64url")]);
  expect(await give({ code: "123456" }, context)).toMatchObject({ ok: false });
  expect(await sessions()).toEqual([]);
  expect(await give({ passkey: device.answer(question) }, context)).toMatchObject({ ok: true });
  expect(await sessions()).toHaveLength(1);
  const otherAdmin = await adminWithPassword(database);
  const otherDevice = await setUpPasskey(otherAdmin);
  const second = await atStep();
  const challenge = (await questionOfStep(second.request, origin, false)) ?? expect.fail("no question");
  expect(await give({ passkey: otherDevice.answer(challenge) }, second), "somebody else’s").toMatchObject({
    ok: false,
  });
  expect(await sessions()).toHaveLength(1);
});

describe("the days of grace", () => {
  const due = async () => (await findStaff(who.staff.userId))?.factorDue;
  const inDays = async (days: number) =>
    (
      await database.query<{ day: string }>(
        "select ((now() at time zone 'America/Nassau')::date + $1::int)::text as day",
        [days],
      )
    )[0]?.day;

  test("[V-MFA-9] a super admin has seven days from the first sign-in, and a further sign-in doesn't extend them", async () => {
    expect(await due()).toBeUndefined();
    await enter();
    expect(await due()).toBe(await inDays(7));
    await database.query("update admin_users set second_factor_by = second_factor_by - 3");
    await enter();
    expect(await due()).toBe(await inDays(4));
    await setUpPasskey(who);
    expect(await due()).toBeUndefined();
  });

  test("[V-MFA-11] a regular admin has no deadline until all admins need a factor and they sign in", async () => {
    const { setFactorNeeded } = await import("../factors/set-needed.server");
    const superAdmin = who;
    who = await adminWithPassword(database, "regular_admin");
    await enter();
    expect(await due()).toBeUndefined();
    await setFactorNeeded(superAdmin, { for: "all_admins" });
    expect(await due()).toBeUndefined();
    await enter();
    expect(await due()).toBe(await inDays(7));
  });

  test("[V-MFA-10, V-MFA-15] the sign-in reports when the days of grace have ended or the factors were reset", async () => {
    expect((await enter()).isOverdue).toBe(false);
    await database.query("update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date - 1");
    const { headers, isOverdue: over } = await enter();
    expect(over).toBe(true);
    await expect(readStaff(from(headers).request)).rejects.toMatchObject({ init: { status: 403 } });
    await setUpApp(who);
    const { resetFactors } = await import("../factors/reset.server");
    const superAdmin = await adminWithPassword(database);
    expect(await resetFactors(superAdmin, { adminId: who.staff.adminId })).toMatchObject({ ok: true });
    expect(await enter()).toMatchObject({ ways: null, isOverdue: true });
    const staff = await findStaff(who.staff.userId);
    expect(staff && isOverdue(staff)).toBe(true);
  });
});
