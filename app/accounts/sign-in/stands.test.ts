import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db, type Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { passkeys } from "~/db/schema/factors";
import { adminWithPassword, origin, password, setUpApp, setUpPasskey } from "../../../test/harness/factors/account";
import { codeAt, standStill } from "../../../test/harness/factors/codes";
import { sessionsOf } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { resetFactorsOf } from "../factors/reset.server";
import type { StaffContext } from "../staff.server";
import { openSession } from "./open-session.server";
import { questionToSignIn, signInByPasskey } from "./passkey-sign-in.server";
import { giveSecondFactor } from "./second-step.server";
import { signIn } from "./sign-in.server";

const database = testDatabase();
const failed = { ok: false, reason: "failed", message: "We couldn’t sign you in. Please try again." };
let who: StaffContext;
beforeEach(async () => {
  for (const table of ["limit_counts", "site_settings"]) await database.query(`delete from ${table}`);
  who = await adminWithPassword(database);
});

const from = (headers?: Headers) => {
  const cookie = (headers?.getSetCookie() ?? []).map((line) => line.split(";")[0]).join("; ");
  const request = new Request(`${origin}/admin/login`, cookie ? { headers: { cookie } } : {});
  return { request, address: "203.0.113.5", browser: "Chrome on Windows", origin };
};
const enter = () => signIn(from(), { email: who.staff.email, password });
const sessions = () => sessionsOf(database, who.staff.userId);

describe("a sign-in whose record can't be written", () => {
  const breakRecord = async () => {
    await database.query(
      `create or replace function refuse_entry() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$`,
    );
    await database.query(
      `create trigger refuse_entry before insert on admin_activity_log for each row
       when (new.action_type = 'signed_in') execute function refuse_entry()`,
    );
  };
  const mendRecord = () => database.query("drop trigger refuse_entry on admin_activity_log");

  test("[V-SESS-4] a password sign-in is refused and leaves no session if it can't be recorded", async () => {
    await breakRecord();
    expect(await enter()).toEqual({ ...failed, detail: undefined });
    expect(await sessions()).toEqual([]);
    await mendRecord();
    expect(await enter()).toMatchObject({ ok: true });
    expect(await sessions()).toHaveLength(1);
  });

  test("[V-SESS-4] a sign-in by code or passkey fails if it can't be recorded; the next code of the same step works", async () => {
    standStill();
    const { secret } = await setUpApp(who);
    const device = await setUpPasskey(who);
    const firstStep = await enter();
    const step = from(firstStep.ok ? firstStep.headers : expect.fail());
    await breakRecord();
    expect(await giveSecondFactor(step, { code: codeAt(secret) })).toMatchObject(failed);
    const answer = device.answer(await questionToSignIn(origin, false));
    expect(await signInByPasskey(from(), answer)).toMatchObject(failed);
    expect(await sessions()).toEqual([]);
    await mendRecord();
    expect(await giveSecondFactor(step, { code: codeAt(secret, Date.now() + 30_000) })).toMatchObject({ ok: true });
    vi.useRealTimers();
  });
});

/** A sign-in that has made its session while a change of factors, which ended the sessions before, is not committed. */
async function during(change: (tx: Transaction) => Promise<unknown>, signsIn: () => Promise<unknown>) {
  const signedIn = await db.transaction(async (tx) => {
    await change(tx);
    const result = signsIn();
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(1), { timeout: 60_000 });
    // Not awaited in here: it waits for this transaction.
    return { result };
  });
  return signedIn.result;
}

describe("a sign-in during a change of factors", () => {
  test("[V-MFA-2, V-SESS-2] a password-only sign-in fails when a first factor is added meanwhile", async () => {
    const { adminId, userId } = who.staff;
    const add = async (tx: Transaction) => {
      const key = { name: "x", credentialId: "x", publicKey: "x", counter: 0, transports: [] };
      await tx.insert(passkeys).values({ ...key, userId });
      await tx.update(adminUsers).set({ secondFactorBy: null }).where(eq(adminUsers.id, adminId));
    };
    expect(await during(add, enter)).toMatchObject(failed);
    expect(await sessions()).toEqual([]);
    expect(await enter()).toMatchObject({ ok: true, ways: { passkeys: 1 } });
  });

  test("[V-MFA-14, V-SESS-2] a sign-in with a correct factor fails when the factors are reset meanwhile", async () => {
    await setUpPasskey(who);
    const reset = (tx: Transaction) => resetFactorsOf(tx, who.staff, async () => undefined);
    expect(await during(reset, () => openSession(from(), who.staff, "code"))).toMatchObject(failed);
    expect(await sessions()).toEqual([]);
  });
});
