import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { storePendingAuthenticator } from "~/accounts/factors/authenticators.server";
import { codeOf, newSecret, stepAt } from "~/accounts/factors/totp.server";
import { hashPassword } from "~/accounts/passwords/passwords.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { lastRecord, leaveStale, openSession, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { type ReauthenticationInput, reauthenticate } from "./confirm.server";
import { safeReturnPath } from "./pending-form";

const database = testDatabase();
const password = "sails over the bank";
let who: StaffContext;
beforeEach(async () => {
  await database.query("delete from limit_counts");
  who = await staffMember(database, "regular_admin");
  await database.query(
    "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
    [who.staff.userId, await hashPassword(password)],
  );
});

/** An action that requires reauthentication, by a session of this admin. */
const act = (sessionId = who.staff.sessionId) => {
  const context = { ...who, staff: { ...who.staff, ...(sessionId === undefined ? {} : { sessionId }) } };
  return asStaff(context, { input: z.undefined(), fresh: true }, undefined, async () => ({ ok: true }) as const);
};
const confirm = (input: ReauthenticationInput) => reauthenticate({ ...who, origin: "http://localhost" }, input);
const age = (interval: string) =>
  database.query("update session set fresh_at = now() - $2::interval where id = $1", [who.staff.sessionId, interval]);
const waits = refuse("fresh", "Please confirm that it is you.");

describe("a fresh session", () => {
  test("[V-FRESH-1] a session is fresh for ten minutes after its sign-in and again after a reauthentication", async () => {
    expect(await act()).toEqual({ ok: true });
    await age("9 minutes 55 seconds");
    expect(await act()).toEqual({ ok: true });
    await age("10 minutes");
    expect(await act()).toEqual(waits);
    expect(await confirm({ password })).toEqual({ ok: true });
    expect(await act()).toEqual({ ok: true });
  });

  test("[V-FRESH-1] reauthentication in another session of the same admin doesn't make a session fresh", async () => {
    const otherSession = await openSession(database, who.staff.userId);
    await database.query("update session set fresh_at = now() - interval '1 hour' where user_id = $1", [
      who.staff.userId,
    ]);
    expect(await confirm({ password })).toEqual({ ok: true });
    expect([await act(), await act(otherSession)]).toEqual([{ ok: true }, waits]);
  });

  test("[V-FRESH-1] a session from before the upgrade, an ended one and another admin's are not fresh", async () => {
    const otherAdmin = await staffMember(database);
    expect(await act(otherAdmin.staff.sessionId)).toEqual(waits);
    await database.query("update session set fresh_at = null where id = $1", [who.staff.sessionId]);
    expect(await act()).toEqual(waits);
    await database.query("delete from session where id = $1", [who.staff.sessionId]);
    expect(await act()).toEqual(waits);
    expect(await confirm({ password })).toMatchObject({ reason: "signed-out" });
  });
});

describe("reauthentication", () => {
  test("[V-FRESH-2] reauthentication takes the account's password; successes and wrong passwords are recorded without it", async () => {
    await leaveStale(database, who);
    for (const wrong of ["a guess", "", undefined, 5, `${password} `])
      expect(await confirm({ password: wrong })).toMatchObject({
        reason: "invalid",
        message: "That password isn’t right.",
      });
    expect(await act()).toEqual(waits);
    const about = { by: who.staff.email, subject: who.staff.adminId, address: who.address };
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "confirmation_refused", details: { reason: "not right" }, ...about },
    });
    expect(await confirm({ password })).toEqual({ ok: true });
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "confirmed_identity", details: { way: "password" }, ...about },
    });
    expect(JSON.stringify(await database.query("select * from admin_activity_log"))).not.toContain("sails");
  });

  test("[V-FRESH-2] after ten wrong passwords every reauthentication has to wait, also with the correct password", async () => {
    for (let time = 0; time <= 10; time++)
      expect(await confirm({ password: "a guess" })).toMatchObject({ reason: "invalid" });
    for (let time = 0; time < 3; time++) expect(await confirm({ password })).toMatchObject({ reason: "limited" });
    expect(await act()).toEqual({ ok: true });
    await leaveStale(database, who);
    expect(await confirm({ password })).toMatchObject({ reason: "limited" });
    expect(await act()).toEqual(waits);
  });

  test("[V-FRESH-2] refused reauthentications can't flood the record: each guess is one entry, other refusals one an hour", async () => {
    const refused = async () =>
      (
        await database.query<{ reason: string }>(
          `select details->>'reason' as reason from admin_activity_log
           where admin_id = $1 and action_type = 'confirmation_refused' order by created_at, id`,
          [who.staff.adminId],
        )
      ).map(({ reason }) => reason);
    for (let time = 0; time <= 10; time++) await confirm({ password: "a guess" });
    const guesses = Array<string>(11).fill("not right");
    expect(await refused()).toEqual(guesses);
    for (let time = 0; time < 20; time++) expect((await confirm({ password })).ok).toBe(false);
    expect(await refused()).toEqual([...guesses, "too many tries"]);
    for (let time = 0; time < 20; time++) expect((await confirm({ passkey: "{}" })).ok).toBe(false);
    expect((await refused()).filter((reason) => reason !== "not right").length, "of both").toBeLessThanOrEqual(2);
  });

  test("[V-FRESH-2] reauthentication of a deactivated admin is refused", async () => {
    await leaveStale(database, who);
    await database.query("update admin_users set is_active = false where id = $1", [who.staff.adminId]);
    expect(await confirm({ password })).toMatchObject({ reason: "forbidden" });
    await database.query("update admin_users set is_active = true where id = $1", [who.staff.adminId]);
    expect(await act()).toEqual(waits);
  });
});

describe("reauthentication of an account with an app", () => {
  const secret = newSecret();
  const code = () => codeOf(secret, stepAt(Date.now()));
  beforeEach(async () => {
    await db.transaction((tx) => storePendingAuthenticator(tx, who.staff, crypto.randomUUID(), secret));
    await database.query("update authenticators set confirmed_at = now() where user_id = $1", [who.staff.userId]);
    await leaveStale(database, who);
  });

  test("[V-FRESH-2] reauthentication takes password and code together, and the code counts once", async () => {
    const right = code();
    for (const wrongInput of [
      { password },
      { code: right },
      { password: "a guess", code: right },
      { password, code: "12" },
    ])
      expect(await confirm(wrongInput)).toMatchObject({ reason: "invalid" });
    expect(await act()).toEqual(waits);
    expect(await confirm({ password, code: right })).toEqual({ ok: true });
    expect(await act()).toEqual({ ok: true });
    expect(await lastRecord(database)).toMatchObject({ action: "confirmed_identity", details: { way: "code" } });
    await leaveStale(database, who);
    expect(await confirm({ password, code: right }), "again").toMatchObject({ reason: "invalid" });
    expect(await act()).toEqual(waits);
  });

  test("[V-FRESH-2] a passkey's assertion is refused if we did not send its challenge", async () => {
    for (const passkey of ["", "{}", JSON.stringify({ id: "x", rawId: "x", type: "public-key", response: {} })])
      expect((await confirm({ passkey })).ok).toBe(false);
    expect(await act()).toEqual(waits);
  });
});

test.each([
  ["/admin/users?inactive=yes", "/admin/users?inactive=yes"],
  [
    "/apply/0f0c1d9e-2d0c-4b58-9d0c-6a1f5a3c2b1d/receipt.pdf",
    "/apply/0f0c1d9e-2d0c-4b58-9d0c-6a1f5a3c2b1d/receipt.pdf",
  ],
  ["https://evil.example/admin", "/admin"],
  ["//evil.example/admin/x", "/admin"],
  ["/admin/confirm", "/admin"],
  ["/admin/sign-out", "/admin"],
  ["/apply/x/../../receipt.pdf", "/admin"],
  ["/documents/0f0c1d9e-2d0c-4b58-9d0c-6a1f5a3c2b1d", "/documents/0f0c1d9e-2d0c-4b58-9d0c-6a1f5a3c2b1d"],
  ["/documents/../apply/x", "/admin"],
  [undefined, "/admin"],
])("[V-FRESH-2] a form with a password returns to %s", (path, to) => {
  expect(safeReturnPath(path)).toBe(to);
});
