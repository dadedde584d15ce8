import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
import { registered } from "~/jobs/registry.server";
import { makeLinks } from "~/mail/links/make-links.server";
import { lastRecord, openSession, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { isFresh } from "../reauthentication/fresh.server";
import { signInLimitKey } from "../sign-in/sign-in.server";
import type { StaffContext } from "../staff.server";
import {
  changePassword,
  readResetLink,
  refuseResetRequest,
  registerPasswordReset,
  requestReset,
  resetPassword,
  signOutEverywhere,
} from "./own-password.server";
import { hashPassword, isPassword } from "./passwords.server";

const database = testDatabase();
registerPasswordReset();

const hourMs = 3_600_000;
const first = "sails over the bank";
const next = "a reef at low tide";
let who: StaffContext;
beforeEach(async () => {
  await database.query("delete from limit_counts");
  who = await staffMember(database, "regular_admin");
  await database.query(
    "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
    [who.staff.userId, await hashPassword(first)],
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** The token of a link that is mailed now. */
async function mailedToken(email = who.staff.email): Promise<string> {
  const links = await makeLinks(["reset"], { recipientEmail: email }, undefined);
  return typeof links === "string" ? expect.fail(links) : (new URL(links.reset).searchParams.get("token") ?? "");
}
const resetInput = (token: string, password = next, confirmation = password) => ({ token, password, confirmation });
const reset = (...args: Parameters<typeof resetInput>) => resetPassword({ address: "10.0.0.8" }, resetInput(...args));
const hasPassword = async (password: string) => {
  const [row] = await database.query<{ password: string }>("select password from account where user_id = $1", [
    who.staff.userId,
  ]);
  return isPassword(row?.password ?? "", password);
};
const records = async () => (await database.query("select 1 from admin_activity_log")).length;
const run = (job: string, data: object) =>
  registered.get(job)?.run(data, { attempt: 1, last: false, signal: new AbortController().signal });

describe("a password reset link", () => {
  test("[A-SESSION-14] a reset link sets a new password, ends every session, and is recorded as its owner's action", async () => {
    await openSession(database, who.staff.userId);
    const otherAdmin = await staffMember(database);
    const stays = await openSession(database, otherAdmin.staff.userId);
    expect(await reset(await mailedToken())).toMatchObject({ ok: true });
    expect(await hasPassword(next)).toBe(true);
    expect(await sessionsOf(database, who.staff.userId)).toEqual([]);
    expect(await sessionsOf(database, otherAdmin.staff.userId)).toEqual([stays]);
    expect(await lastRecord(database)).toEqual({
      ...{ action: "password_reset", by: who.staff.email, target: who.staff.email, address: "10.0.0.8" },
      ...{ type: "admin", subject: who.staff.adminId, details: null, browser: null },
    });
  });

  test("[V-ATK-21] a reset clears the backoff of wrong guesses and marks the browser as known", async () => {
    await database.query(
      "insert into limit_counts (key, count, window_ends) values ($1, 30, now() + interval '1 day'), ('x', 1, now())",
      [signInLimitKey(who.staff.email)],
    );
    const done = await reset(await mailedToken());
    expect(done.ok && done.headers.get("set-cookie")).toMatch(/^lucaya_known_\w+=/);
    const left = await database.query("select key from limit_counts");
    expect(left).toEqual([{ key: "x" }]);
  });

  test("a reset link works for an hour to the millisecond, and viewing it does not use it up", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const token = await mailedToken();
    expect(await readResetLink(token)).toEqual({ ...who.staff, sessionId: undefined });
    vi.setSystemTime(Date.now() + hourMs - 1);
    expect(await readResetLink(token)).toEqual({ ...who.staff, sessionId: undefined });
    vi.setSystemTime(Date.now() + 1);
    expect(await readResetLink(token)).toBeNull();
    expect(await reset(token)).toMatchObject({ reason: "forbidden", message: "This link no longer works" });
    expect(await hasPassword(first)).toBe(true);
  });

  test("[A-SESSION-14] using a reset link invalidates it and all others; of two simultaneous uses one succeeds", async () => {
    const [token, otherToken] = [await mailedToken(), await mailedToken()];
    const results = await Promise.all([reset(token), reset(otherToken, "the lee of the island")]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const used of [token, otherToken]) {
      expect(await readResetLink(used)).toBeNull();
      expect(await reset(used)).toMatchObject({ reason: "forbidden" });
    }
  });

  test("an altered reset link and the link of a deactivated admin are refused", async () => {
    const token = await mailedToken();
    const before = await records();
    const letters = [...token];
    letters[40] = letters[40] === "A" ? "B" : "A";
    for (const wrong of ["", "x", letters.join(""), token.slice(0, -1), undefined, { token }])
      expect(await resetPassword({ address: "10.0.0.8" }, { ...resetInput(""), token: wrong })).toMatchObject({
        reason: "forbidden",
      });
    await database.query("update admin_users set is_active = false where id = $1", [who.staff.adminId]);
    expect(await reset(token)).toMatchObject({ reason: "forbidden" });
    expect(await makeLinks(["reset"], { recipientEmail: who.staff.email }, undefined)).toContain("Not sent");
    expect([await hasPassword(first), await records()]).toEqual([true, before]);
  });

  test.each([
    ["short", "short", { password: "Password must be at least 8 characters long" }],
    ["Password123", "Password123", { password: "This password is easy to guess. Choose another one." }],
    ["12345678", "12345678", { password: "This password is easy to guess. Choose another one." }],
    [next, "another", { confirmation: "Passwords do not match" }],
  ])("a reset to %s confirmed by %s is refused, and the link still works", async (password, confirmation, detail) => {
    const token = await mailedToken();
    expect(await reset(token, password, confirmation)).toEqual({ ok: false, reason: "invalid", message: "", detail });
    expect(await hasPassword(first)).toBe(true);
    expect(await readResetLink(token)).toEqual({ ...who.staff, sessionId: undefined });
  });
});

describe("requests for a reset link", () => {
  const request = async (email: unknown, address = "203.0.113.5") => {
    const result = await requestReset({ address }, email);
    return result.ok || result.reason;
  };
  const jobs = async (email: string) =>
    (await database.enqueued("accounts.password-reset")).filter((job) => (job as { email: string }).email === email);

  test("only an active admin gets a mail, and every email gets the same response", async () => {
    const inactive = await staffMember(database);
    await database.query("update admin_users set is_active = false where id = $1", [inactive.staff.adminId]);
    const emails = ["nobody@lucaya.example", inactive.staff.email, who.staff.email];
    for (const email of emails) {
      expect(await request(` ${email.toUpperCase()} `)).toBe(true);
      expect(await jobs(email)).toHaveLength(1);
      await run("accounts.password-reset", { email });
    }
    expect(
      await database.query(
        "select recipient_email as to, template_data as data from email_notifications where email_type = 'password_reset'",
      ),
    ).toEqual([{ to: who.staff.email, data: { email: who.staff.email } }]);
  });

  test("a request without an email is refused", async () => {
    for (const wrong of ["", "nobody", undefined, `${"a".repeat(250)}@x.example`])
      expect(await request(wrong)).toBe("invalid");
    expect(await database.query("select 1 from limit_counts")).toEqual([]);
  });

  test("an email gets five links an hour whatever the IP, and the sixth request sends nothing", async () => {
    const email = "many@lucaya.example";
    for (let time = 1; time <= 7; time++) expect(await request(email, `198.51.${time}.1`)).toBe(true);
    expect(await jobs(email)).toHaveLength(5);
    await database.query("update limit_counts set window_ends = now() where key like 'password reset as %'");
    expect(await request(email)).toBe(true);
    expect(await jobs(email)).toHaveLength(6);
  });

  test("an IP can ask twenty times an hour, and is then refused before the form is read", async () => {
    for (let time = 1; time <= 20; time++) expect(await request(`one${time}@lucaya.example`)).toBe(true);
    expect(await refuseResetRequest("203.0.113.5")).toMatchObject({
      ...{
        reason: "limited",
        message: "Too many links were requested from your internet connection. Please try again in an hour.",
      },
    });
    expect(await request("last@lucaya.example")).toBe("limited");
    expect(await jobs("last@lucaya.example")).toEqual([]);
    expect(await refuseResetRequest("203.0.113.6")).toBeUndefined();
    const [row] = await database.query<{ rest: number }>(
      "select extract(epoch from window_ends - now())::float8 as rest from limit_counts where key = 'password reset from 203.0.113.5'",
    );
    expect(row?.rest).toBeGreaterThan(3500);
    expect(row?.rest).toBeLessThanOrEqual(3600);
    await database.query("update limit_counts set window_ends = now()");
    expect(await refuseResetRequest("203.0.113.5")).toBeUndefined();
  });
});

test("[V-ATK-22] a network can ask for ten times as many links as an IP", async () => {
  const request = (email: string, address: string) => requestReset({ address }, email);
  expect(await request("one@lucaya.example", "203.0.113.5")).toEqual({ ok: true });
  await database.query("update limit_counts set count = 200 where key = 'password reset from 203.0.113.0/24'");
  expect(await request("two@lucaya.example", "203.0.113.6")).toMatchObject({ reason: "limited" });
  expect(await request("two@lucaya.example", "203.0.114.6")).toEqual({ ok: true });
});

describe("a change of one's own password", () => {
  const request = new Request("http://localhost/admin/account", { headers: { "user-agent": "Firefox" } });
  const change = (present: string, password = next, confirmation = password) =>
    changePassword(request, who, { present, password, confirmation });

  test("[A-SESSION-14] a password change ends every session but this browser's new one, and is recorded", async () => {
    const before = await openSession(database, who.staff.userId);
    const done = await change(first);
    expect(done.ok && done.headers.getSetCookie().map((line) => line.split(/=|_\w{12}=/)[0])).toEqual([
      "lucaya_staff",
      "lucaya_known",
    ]);
    expect(await hasPassword(next)).toBe(true);
    const left = await sessionsOf(database, who.staff.userId);
    expect([left.length, left.includes(before)]).toEqual([1, false]);
    expect(await lastRecord(database)).toEqual({
      ...{ action: "password_changed", by: who.staff.email, target: who.staff.email, address: who.address },
      ...{ type: "admin", subject: who.staff.adminId, details: null, browser: null },
    });
    expect(await database.query("select 1 from limit_counts"), "the tries are forgotten").toEqual([]);
  });

  test("[V-SESS-2] a session that was ended meanwhile can't change the password and is not recreated", async () => {
    await database.query("delete from session where user_id = $1", [who.staff.userId]);
    expect(await change(first)).toMatchObject({ ok: false, reason: "signed-out" });
    expect(await hasPassword(first)).toBe(true);
    expect(await database.query("select from session where user_id = $1", [who.staff.userId])).toEqual([]);
  });

  test.each([
    ["10 minutes", false],
    ["1 minute", true],
  ] as const)(
    "[V-SESS-2, V-FRESH-1] a password change in a session that was fresh %s ago ends all others and keeps its freshness",
    async (ago, isNow) => {
      await openSession(database, who.staff.userId);
      await database.query("update session set fresh_at = now() - $2::interval where id = $1", [
        ...[who.staff.sessionId, ago],
      ]);
      expect(await change(first)).toMatchObject({ ok: true });
      const all = await database.query<{ id: string }>("select id from session where user_id = $1", [who.staff.userId]);
      expect(all, "the one that stands for it").toHaveLength(1);
      expect(await isFresh(db, { ...who.staff, sessionId: all[0]?.id ?? "" })).toBe(isNow);
    },
  );

  test.each([
    ["another present one", "something else", next, next, { present: "That isn’t your current password" }],
    ["none", "", next, next, { present: "That isn’t your current password" }],
    [
      "what all guess",
      first,
      "qwerty123",
      "qwerty123",
      { password: "This password is easy to guess. Choose another one." },
    ],
    ["another confirmation", first, next, "a reef", { confirmation: "Passwords do not match" }],
  ])("%s is refused at its field, and no session ends", async (_, present, password, confirmation, detail) => {
    const open = await openSession(database, who.staff.userId);
    const before = await records();
    expect(await change(present, password, confirmation)).toEqual({
      ...{ ok: false, reason: "invalid", message: "", detail },
    });
    expect(await hasPassword(first)).toBe(true);
    expect([await sessionsOf(database, who.staff.userId), await records()]).toEqual([[open], before]);
  });

  test("after ten wrong passwords the correct one has to wait too", async () => {
    for (let time = 1; time <= 11; time++) expect(await change("wrong", "x")).toMatchObject({ reason: "invalid" });
    expect(await change(first)).toMatchObject({
      reason: "limited",
      detail: { present: expect.stringContaining("wait") },
    });
    expect(await hasPassword(first)).toBe(true);
    await database.query("update limit_counts set window_ends = window_ends - interval '3 seconds'");
    expect(await change(first)).toMatchObject({ ok: true });
  });

  test("an admin who was deactivated meanwhile can't change the password", async () => {
    await database.query("update admin_users set is_active = false where id = $1", [who.staff.adminId]);
    expect(await change(first)).toMatchObject({ reason: "forbidden" });
    expect(await hasPassword(first)).toBe(true);
  });
});

test("signing out everywhere ends all of the admin's sessions and is recorded", async () => {
  const otherAdmin = await staffMember(database);
  const stays = await openSession(database, otherAdmin.staff.userId);
  for (let count = 0; count < 2; count++) await openSession(database, who.staff.userId);
  await signOutEverywhere(who);
  expect(await sessionsOf(database, who.staff.userId)).toEqual([]);
  expect(await sessionsOf(database, otherAdmin.staff.userId)).toEqual([stays]);
  expect(await lastRecord(database)).toEqual({
    ...{ action: "signed_out_everywhere", by: who.staff.email, target: who.staff.email, address: who.address },
    ...{ type: "admin", subject: who.staff.adminId, details: null, browser: null },
  });
});
