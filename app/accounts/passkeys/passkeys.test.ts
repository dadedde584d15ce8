import { beforeEach, describe, expect, test, vi } from "vitest";
import { adminWithPassword, mailsTo, origin, setUpPasskey } from "../../../test/harness/factors/account";
import { Device, type DeviceChange } from "../../../test/harness/factors/device";
import { lastRecord, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { confirmFactor, questionToConfirm } from "../factors/confirm.server";
import { readOwnFactors } from "../factors/own-factors.server";
import { questionToSignIn, signInByPasskey } from "../sign-in/passkey-sign-in.server";
import { readStaff, type StaffContext } from "../staff.server";
import { addPasskey, questionToAdd, removePasskey, renamePasskey } from "./own-passkeys.server";
import { noNewPasskeyMessage, noPasskeyMessage, notVerifiedMessage, unknownPasskeyMessage } from "./words";

const database = testDatabase();
let who: StaffContext;
let device: Device;
beforeEach(async () => {
  await database.query("delete from limit_counts");
  who = await adminWithPassword(database, "regular_admin");
  device = await setUpPasskey(who);
});

const request = (headers?: Headers) => {
  const cookie = headers?.getSetCookie().map((line) => line.split(";")[0]);
  return new Request(`${origin}/admin/login`, cookie && { headers: { cookie: cookie.join("; ") } });
};
const enter = (passkey: string, site = origin) =>
  signInByPasskey({ request: request(), address: "203.0.113.5", browser: "Chrome on Android", origin: site }, passkey);
const answer = async (change?: DeviceChange, of = device) => of.answer(await questionToSignIn(origin, false), change);
const sessions = () => sessionsOf(database, who.staff.userId);
const refused = (message: string) => ({ ok: false, message });

describe("a passkey", () => {
  test("[V-PKEY-2, V-PKEY-1] a passkey alone signs in, recorded as a passkey, and stores when it was last used", async () => {
    const before = (await readOwnFactors(who.staff)).passkeys;
    expect(before).toMatchObject([{ name: "My phone", lastUsedAt: null, createdAt: expect.any(Date) }]);
    const done = await enter(await answer());
    const headers = done.ok ? done.headers : expect.fail(done.message);
    expect((await readStaff(request(headers)))?.email).toBe(who.staff.email);
    expect(await lastRecord(database)).toMatchObject({ action: "signed_in", details: { way: "passkey" } });
    expect((await readOwnFactors(who.staff)).passkeys[0]?.lastUsedAt).toBeInstanceOf(Date);
  });

  test("[V-PKEY-3] a passkey without user verification is refused when added and at sign-in", async () => {
    const words = refused(notVerifiedMessage);
    expect(await enter(await answer({ verifies: false }))).toMatchObject(words);
    expect(await lastRecord(database), "of whom is known").toMatchObject({
      ...{ action: "sign_in_refused", target: who.staff.email },
    });
    expect(await sessions()).toEqual([]);
    const passkey = new Device(origin).add(await questionToAdd(who.staff, origin, false), { verifies: false });
    expect(await addPasskey({ ...who, origin }, { name: "Key", passkey })).toMatchObject(words);
    expect((await readOwnFactors(who.staff)).passkeys).toHaveLength(1);
  });

  test("[V-PKEY-4] a passkey's assertion is accepted once (also 50 times at once), within five minutes and for this site only", async () => {
    const assertion = await answer();
    const all = await Promise.all(Array.from({ length: 50 }, () => enter(assertion)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await enter(assertion), "played again").toMatchObject(refused(noPasskeyMessage));
    for (const elsewhere of ["http://localhost.evil.example", "https://localhost", "http://localhost:4000"])
      expect(await enter(await answer({ origin: elsewhere })), elsewhere).toMatchObject(refused(noPasskeyMessage));
    const late = await answer();
    vi.setSystemTime(Date.now() + 5 * 60_000);
    expect(await enter(late)).toMatchObject(refused(noPasskeyMessage));
    vi.useRealTimers();
    expect(await sessions()).toHaveLength(1);
  });

  test("[V-PKEY-4] an assertion for an invented challenge, another action's challenge or from another device is refused", async () => {
    const made = device.answer({ challenge: Buffer.alloc(66, 7).toString("base64url") });
    const ofConfirmation = device.answer(await questionToConfirm(who.staff.userId, origin));
    const otherDevice = new Device(origin);
    otherDevice.id.set(device.id);
    const userHandle = Buffer.from(who.staff.userId).toString("base64url");
    for (const wrong of [made, ofConfirmation, await answer({ userHandle }, otherDevice), "{}", "no JSON", ""])
      expect(await enter(wrong)).toMatchObject(refused(noPasskeyMessage));
    expect(await sessions()).toEqual([]);
    const confirm = (passkey: string) => confirmFactor(who.staff.userId, { passkey }, origin);
    expect(await confirm(await answer()), "nor does a sign-in’s confirm").toMatchObject({ ok: false });
    expect(await confirm(ofConfirmation)).toEqual({ ok: true, way: "passkey" });
    expect(await confirm(ofConfirmation)).toMatchObject({ ok: false });
  });

  test("[F-RUN-8] an assertion that names another account than the passkey's owner is refused", async () => {
    const otherAdmin = await adminWithPassword(database);
    const handleOf = ({ staff }: StaffContext) => Buffer.from(staff.userId).toString("base64url");
    for (const userHandle of [handleOf(otherAdmin), `${handleOf(who)}AA`, Buffer.from("x").toString("base64url")]) {
      expect(await enter(await answer({ userHandle }))).toMatchObject(refused(unknownPasskeyMessage));
      const passkey = device.answer(await questionToConfirm(who.staff.userId, origin), { userHandle });
      expect(await confirmFactor(who.staff.userId, { passkey }, origin)).toMatchObject({ ok: false });
    }
    expect(await sessions()).toEqual([]);
    expect(await enter(await answer({ userHandle: handleOf(who) }))).toMatchObject({ ok: true });
  });

  test.each([null, ""])(
    "[F-RUN-8] an assertion with the user handle %j can't sign in, but can reauthenticate a known admin",
    async (userHandle) => {
      expect(await enter(await answer({ userHandle }))).toMatchObject(refused(unknownPasskeyMessage));
      const passkey = device.answer(await questionToConfirm(who.staff.userId, origin), { userHandle });
      expect(await confirmFactor(who.staff.userId, { passkey }, origin)).toEqual({ ok: true, way: "passkey" });
    },
  );

  test("[V-PKEY-6] a removed passkey and a deactivated admin’s passkey can't sign in and get the same message", async () => {
    const inactive = await adminWithPassword(database);
    const ofInactive = await setUpPasskey(inactive);
    await database.query("update admin_users set is_active = false where id = $1", [inactive.staff.adminId]);
    const [own] = (await readOwnFactors(who.staff)).passkeys;
    expect(await removePasskey(who, { passkeyId: own?.id })).toMatchObject({ ok: true });
    const results = [await enter(await answer()), await enter(await answer({}, ofInactive))];
    expect(results[0]).toMatchObject(refused(unknownPasskeyMessage));
    expect(results[1]).toEqual(results[0]);
    expect(await sessions()).toEqual([]);
    expect(await sessionsOf(database, inactive.staff.userId)).toEqual([]);
  });
});

describe("an admin’s own passkeys", () => {
  test("[V-PKEY-1, V-MFA-16] an admin can rename and remove only their own passkeys, and each removal sends one mail", async () => {
    const [own] = (await readOwnFactors(who.staff)).passkeys;
    const passkeyId = own?.id;
    const otherAdmin = await staffMember(database, "super_admin");
    for (const act of [renamePasskey, removePasskey])
      expect(await act(otherAdmin, { passkeyId, name: "Mine" })).toMatchObject({ ok: false, reason: "not-found" });
    for (const name of ["", "x".repeat(61)])
      expect(await renamePasskey(who, { passkeyId, name })).toMatchObject({ ok: false, reason: "invalid" });
    expect(await renamePasskey(who, { passkeyId, name: " The blue phone " })).toMatchObject({ ok: true });
    expect((await readOwnFactors(who.staff)).passkeys.map(({ name }) => name)).toEqual(["The blue phone"]);
    expect(await removePasskey(who, { passkeyId })).toMatchObject({ ok: true });
    expect((await readOwnFactors(who.staff)).passkeys).toEqual([]);
    expect((await mailsTo(database, who)).map(({ data }) => data.change)).toEqual(["passkey added", "passkey removed"]);
  });

  test("[V-PKEY-4] a passkey is added only for the admin's own challenge, once", async () => {
    const otherAdmin = await staffMember(database);
    const question = await questionToAdd(who.staff, origin, false);
    const add = (context: StaffContext, made: Device, elsewhere = origin) =>
      addPasskey({ ...context, origin }, { name: "Another", passkey: made.add(question, { origin: elsewhere }) });
    expect(await add(otherAdmin, new Device(origin))).toMatchObject(refused(noNewPasskeyMessage));
    expect(await add(who, new Device(origin), "http://evil.example")).toMatchObject(refused(noNewPasskeyMessage));
    expect(await add(who, new Device(origin))).toMatchObject({ ok: true, codes: null });
    expect(await add(who, new Device(origin)), "played again").toMatchObject(refused(noNewPasskeyMessage));
    expect((await readOwnFactors(who.staff)).passkeys).toHaveLength(2);
  });
});
