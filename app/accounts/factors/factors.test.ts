import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminWithPassword, mailsTo, origin, setUpApp, setUpPasskey } from "../../../test/harness/factors/account";
import { codeAt, standStill, wrongCode } from "../../../test/harness/factors/codes";
import { Device } from "../../../test/harness/factors/device";
import { leaveStale, openSession } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { addPasskey, questionToAdd, removePasskey } from "../passkeys/own-passkeys.server";
import type { StaffContext } from "../staff.server";
import { confirmFactor, factorsOf, wrongCodeMessage } from "./confirm.server";
import { beginApp, cancelApp, confirmApp, readOwnFactors, removeApp, replaceRecoveryCodes } from "./own-factors.server";
import { codeOf, secretText, stepOfCode } from "./totp.server";

const database = testDatabase();
let who: StaffContext;
beforeEach(async () => {
  for (const table of ["limit_counts", "email_notifications", "admin_activity_log", "site_settings"])
    await database.query(`delete from ${table}`);
  who = await adminWithPassword(database, "regular_admin");
  standStill();
});
afterEach(() => {
  vi.useRealTimers();
});

const inSession = (sessionId: string): StaffContext => ({ ...who, staff: { ...who.staff, sessionId } });
const records = async () =>
  (
    await database.query<{ action: string }>(
      "select action_type as action from admin_activity_log where action_type ~ 'factor|recovery' order by created_at, id",
    )
  ).map(({ action }) => action);
/** Every row of every table, as a dump has it. */
async function dump(): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  const texts: string[] = [];
  for (const { name } of tables) texts.push(JSON.stringify(await database.query(`select t::text from ${name} t`)));
  return texts.join("\n");
}

describe("a code of an authenticator app", () => {
  test("[V-MFA-3, F-TEXT-1, F-TEXT-4] an RFC 6238 code of the current, previous or next 30 seconds is accepted, ignoring spaces and invisible characters, in digits of any script", () => {
    const secret = Buffer.from("12345678901234567890");
    // The last six digits of the examples of its appendix B.
    const examples = {
      59: "287082",
      1111111109: "081804",
      1111111111: "050471",
      1234567890: "005924",
      2000000000: "279037",
    };
    for (const [seconds, code] of Object.entries(examples))
      expect(codeOf(secret, Math.floor(Number(seconds) / 30))).toBe(code);
    expect(codeAt(secretText(secret), 59_000)).toBe("287082");
    const now = 1_234_567_890_000;
    const stepFor = (ms: number) => stepOfCode(secret, codeAt(secretText(secret), now + ms), now);
    expect([-30_000, 0, 30_000].map(stepFor)).toEqual([41152262, 41152263, 41152264]);
    expect([-60_000, 60_000].map(stepFor)).toEqual([null, null]);
    expect(stepOfCode(secret, " 005 924 ", now)).toBe(41152263);
    for (const right of ["００５９２４", "\u202a005 924\u202c", "٠٠٥٩٢٤"])
      expect(stepOfCode(secret, right, now)).toBe(41152263);
    for (const wrong of ["", "005925", "5924", "0059240", "00592x", "００５９２"])
      expect(stepOfCode(secret, wrong, now)).toBeNull();
  });

  test("[V-MFA-3, V-MFA-4] a code is accepted once, and no earlier code after it, for reauthentication too", async () => {
    const { secret } = await setUpApp(who);
    const confirm = (code: string) => confirmFactor(who.staff.userId, { code }, origin);
    const refused = { ok: false, reason: "invalid", message: wrongCodeMessage };
    expect(await confirm(codeAt(secret, Date.now() - 30_000)), "it confirmed the set-up").toMatchObject(refused);
    const code = codeAt(secret);
    expect(await confirm(code)).toEqual({ ok: true, way: "code" });
    expect(await confirm(code)).toMatchObject(refused);
    expect(await confirm(wrongCode(secret))).toMatchObject(refused);
    expect(await confirm(codeAt(secret, Date.now() + 30_000))).toEqual({ ok: true, way: "code" });
    expect(await confirm(code), "an older one").toMatchObject(refused);
  });

  test("[V-MFA-4] a code that is sent 50 times at once is accepted once", async () => {
    const { secret } = await setUpApp(who);
    const code = codeAt(secret);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirmFactor(who.staff.userId, { code }, origin)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("[V-MFA-5] after ten wrong codes of an account in an hour, each further try waits longer", async () => {
    const { secret } = await setUpApp(who);
    const guess = () => confirmFactor(who.staff.userId, { code: wrongCode(secret) }, origin);
    for (let time = 1; time <= 11; time++) expect((await guess()).ok).toBe(false);
    const waits = async () => {
      const answer = await guess();
      return answer.ok ? 0 : (answer.detail?.retryAfterSeconds ?? 0);
    };
    expect(await waits()).toBeGreaterThan(0);
    const tried = (count: number) =>
      database.query("update limit_counts set count = $1, window_ends = now() + interval '1 hour'", [count]);
    await tried(14);
    const someWaits = await waits();
    await tried(30);
    const max = await waits();
    expect([someWaits > 8, max > someWaits, max <= 900]).toEqual([true, true, true]);
  });
});

describe("an authenticator app", () => {
  test("[V-MFA-1] an app becomes a factor only after a correct code of it was entered", async () => {
    await beginApp(who);
    const pending = (await readOwnFactors(who.staff)).begun;
    expect(pending?.secret).toMatch(/^[2-7A-Z]{32}$/);
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: false, passkeys: 0 });
    const secret = pending?.secret ?? "";
    expect(await confirmApp(who, { code: wrongCode(secret) })).toMatchObject({ ok: false, message: wrongCodeMessage });
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: false, passkeys: 0 });
    expect(await confirmApp(who, { code: codeAt(secret) })).toMatchObject({ ok: true });
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: true, passkeys: 0 });
    expect((await readOwnFactors(who.staff)).begun, "its secret is not shown again").toBeNull();
  });

  test("[F-SAFE-7] a set-up belongs to the session that began it → another session can't see, confirm or cancel it", async () => {
    const otherSession = inSession(await openSession(database, who.staff.userId));
    await beginApp(who);
    const secret = (await readOwnFactors(who.staff)).begun?.secret ?? expect.fail("nothing begun");
    expect((await readOwnFactors(otherSession.staff)).begun).toBeNull();
    expect(await confirmApp(otherSession, { code: codeAt(secret) })).toMatchObject({ reason: "not-found" });
    expect(await cancelApp(otherSession)).toMatchObject({ ok: true });
    expect((await readOwnFactors(who.staff)).begun?.secret, "unchanged").toBe(secret);
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: false, passkeys: 0 });
  });

  test("[F-SAFE-7] beginning a set-up in another session replaces the first and says so → the first can’t be confirmed", async () => {
    const otherSession = inSession(await openSession(database, who.staff.userId));
    expect(await beginApp(who), "nothing was replaced").toMatchObject({ ok: true, message: "" });
    expect(await beginApp(who), "one’s own was").toMatchObject({ ok: true, message: "" });
    const planted = (await readOwnFactors(who.staff)).begun?.secret ?? "";
    expect(await beginApp(otherSession)).toMatchObject({
      ...{ ok: true, message: expect.stringContaining("Setup started in another of your sessions was canceled") },
    });
    const secret = (await readOwnFactors(otherSession.staff)).begun?.secret ?? "";
    expect(secret).not.toBe(planted);
    expect((await readOwnFactors(who.staff)).begun).toBeNull();
    for (const code of [codeAt(planted), codeAt(secret)])
      expect(await confirmApp(who, { code })).toMatchObject({
        ...{ reason: "not-found", message: expect.stringContaining("Please start setup again.") },
      });
    expect(await confirmApp(otherSession, { code: codeAt(planted) })).toMatchObject({ message: wrongCodeMessage });
    expect(await confirmApp(otherSession, { code: codeAt(secret) })).toMatchObject({ ok: true });
  });

  test("[F-SAFE-7] a set-up whose session ended can't be confirmed; a confirmed app survives the session that set it up", async () => {
    const first = await openSession(database, who.staff.userId);
    await beginApp(inSession(first));
    await database.query("delete from session where id = $1", [first]);
    expect((await readOwnFactors(who.staff)).begun).toBeNull();
    expect(await beginApp(who), "of a session that has ended nothing is told").toMatchObject({ message: "" });
    await setUpApp(who);
    await database.query("delete from session where id = $1", [who.staff.sessionId]);
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: true, passkeys: 0 });
  });

  test("[F-SAFE-7] a passkey can be added only in the session that asked for its challenge", async () => {
    const otherSession = inSession(await openSession(database, who.staff.userId));
    const passkey = new Device(origin).add(await questionToAdd(who.staff, origin, false));
    expect(await addPasskey({ ...otherSession, origin }, { name: "Planted", passkey })).toMatchObject({ ok: false });
    expect(await addPasskey({ ...who, origin }, { name: "Mine", passkey })).toMatchObject({ ok: true });
  });

  test("[V-MFA-1] replacing an app leaves the old one valid until the new one is confirmed, then removes it", async () => {
    const first = await setUpApp(who);
    await beginApp(who);
    expect(await cancelApp(who)).toMatchObject({ ok: true });
    await beginApp(who);
    const secret = (await readOwnFactors(who.staff)).begun?.secret ?? "";
    const confirm = (code: string) => confirmFactor(who.staff.userId, { code }, origin);
    expect(await confirm(codeAt(first.secret))).toMatchObject({ ok: true });
    const replaced = await confirmApp(who, { code: codeAt(secret) });
    expect(replaced).toMatchObject({ ok: true, codes: null });
    expect(await confirm(codeAt(first.secret, Date.now() + 30_000))).toMatchObject({ ok: false });
    expect(await confirm(codeAt(secret, Date.now() + 30_000))).toMatchObject({ ok: true });
  });

  test("[V-MFA-6, V-MFA-16] setting up an app creates ten recovery codes, and no table stores a code or the secret in plain text", async () => {
    const { secret, codes } = await setUpApp(who);
    expect(new Set(codes)).toHaveLength(10);
    const all = await dump();
    expect(all).toContain(who.staff.email);
    const bytes = Buffer.from(
      [...secret]
        .map((character) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"))
        .join("")
        .match(/.{8}/g)
        ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
    );
    for (const readable of [secret, bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")])
      expect(all).not.toContain(readable);
    for (const code of codes ?? []) {
      expect(all).not.toContain(code);
      expect(all).not.toContain(code.replaceAll("-", ""));
    }
    expect(await records()).toEqual(["second_factor_added"]);
    expect(await mailsTo(database, who)).toEqual([
      { kind: "second_factor_changed", data: { email: who.staff.email, change: "app added", at: expect.any(String) } },
    ]);
  });

  test("[V-SESS-2, V-FRESH-6] adding or removing an app requires reauthentication and ends the other sessions", async () => {
    await openSession(database, who.staff.userId);
    await setUpApp(who);
    const left = () => database.query("select id from session where user_id = $1", [who.staff.userId]);
    expect(await left()).toEqual([{ id: who.staff.sessionId }]);
    await openSession(database, who.staff.userId);
    await leaveStale(database, who);
    const acts = [beginApp, removeApp, replaceRecoveryCodes, () => confirmApp(who, { code: "000000" })];
    for (const act of acts) expect(await act(who)).toMatchObject({ reason: "fresh" });
    expect(await factorsOf(who.staff.userId)).toEqual({ totp: true, passkeys: 0 });
    await database.query("update session set fresh_at = now() where id = $1", [who.staff.sessionId]);
    expect(await removeApp(who)).toMatchObject({ ok: true });
    expect(await left()).toEqual([{ id: who.staff.sessionId }]);
  });
});

test("[V-FRESH-6] the secret of an app is shown only to a fresh session, and only for 15 minutes", async () => {
  await beginApp(who);
  const pending = async () => (await readOwnFactors(who.staff)).begun;
  expect(await pending()).not.toBeNull();
  await leaveStale(database, who);
  expect(await pending()).toBeNull();
  await database.query("update session set fresh_at = now() where id = $1", [who.staff.sessionId]);
  const secret = (await pending())?.secret ?? "";
  await database.query("update authenticators set created_at = now() - interval '16 minutes'");
  expect(await pending()).toBeNull();
  expect(await confirmApp(who, { code: codeAt(secret) })).toMatchObject({ ok: false, reason: "not-found" });
});

test("[V-FRESH-6] adding and removing passkeys and setting who needs a factor require reauthentication", async () => {
  const superAdmin = await adminWithPassword(database);
  await setUpPasskey(superAdmin);
  const [own] = (await readOwnFactors(superAdmin.staff)).passkeys;
  const { Device } = await import("../../../test/harness/factors/device");
  const passkey = new Device(origin).add(await questionToAdd(superAdmin.staff, origin, false));
  await leaveStale(database, superAdmin);
  const { setFactorNeeded } = await import("./set-needed.server");
  for (const refused of [
    await addPasskey({ ...superAdmin, origin }, { name: "Another", passkey }),
    await removePasskey(superAdmin, { passkeyId: own?.id }),
    await setFactorNeeded(superAdmin, { for: "all_admins" }),
  ])
    expect(refused).toMatchObject({ ok: false, reason: "fresh" });
  expect(await factorsOf(superAdmin.staff.userId)).toEqual({ totp: false, passkeys: 1 });
});

describe("recovery codes", () => {
  test("[V-MFA-7, V-MFA-16] new recovery codes invalidate all old ones, and are recorded and mailed", async () => {
    const { codes } = await setUpApp(who);
    const made = await replaceRecoveryCodes(who);
    const fresh = made.ok ? made.codes : [];
    expect(fresh).toHaveLength(10);
    expect(fresh?.some((code) => codes?.includes(code))).toBe(false);
    expect(await database.query("select 1 from recovery_codes where user_id = $1", [who.staff.userId])).toHaveLength(
      10,
    );
    expect(await records()).toEqual(["second_factor_added", "recovery_codes_made"]);
    expect((await mailsTo(database, who)).map(({ data }) => data.change)).toEqual(["app added", "codes made"]);
  });

  test("[V-MFA-12] recovery codes are deleted with the last factor where none is required, and can't be created without a factor", async () => {
    expect(await replaceRecoveryCodes(who)).toMatchObject({ ok: false, reason: "conflict" });
    await setUpApp(who);
    await setUpPasskey(who);
    expect(await removeApp(who)).toMatchObject({ ok: true });
    expect((await readOwnFactors(who.staff)).codesLeft).toBe(10);
    const [passkey] = (await readOwnFactors(who.staff)).passkeys;
    expect(await removePasskey(who, { passkeyId: passkey?.id })).toMatchObject({ ok: true });
    expect((await readOwnFactors(who.staff)).codesLeft).toBe(0);
    expect((await mailsTo(database, who)).map(({ data }) => data.change)).toEqual([
      ...["app added", "passkey added", "app removed", "passkey removed"],
    ]);
  });
});

test("[V-MFA-12] the last factor of an account that requires one can't be removed, even by two simultaneous removals", async () => {
  const superAdmin = await adminWithPassword(database);
  await setUpApp(superAdmin);
  const message = "Your account needs a second factor. Add another one before you remove this.";
  expect(await removeApp(superAdmin)).toMatchObject({ ok: false, message });
  expect(await factorsOf(superAdmin.staff.userId)).toEqual({ totp: true, passkeys: 0 });
  await setUpPasskey(superAdmin);
  const [passkey] = (await readOwnFactors(superAdmin.staff)).passkeys;
  const results = await Promise.all([removeApp(superAdmin), removePasskey(superAdmin, { passkeyId: passkey?.id })]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect((await readOwnFactors(superAdmin.staff)).codesLeft).toBe(10);
});

test("[V-PKEY-1] an account can have ten passkeys, each with a name of 1 to 60 characters", async () => {
  for (const name of ["", "   ", "x".repeat(61)]) {
    const question = await questionToAdd(who.staff, origin, false);
    const { Device } = await import("../../../test/harness/factors/device");
    const refused = await addPasskey({ ...who, origin }, { name, passkey: new Device(origin).add(question) });
    expect(refused).toMatchObject({ ok: false, message: "Enter a name of 1 to 60 characters for the passkey." });
  }
  for (let n = 1; n <= 10; n++) await setUpPasskey(who, `${"é".repeat(58)}${n}`.slice(-60));
  await expect(setUpPasskey(who, "One more")).rejects.toThrow("up to 10 passkeys");
  expect(await factorsOf(who.staff.userId)).toEqual({ totp: false, passkeys: 10 });
});
