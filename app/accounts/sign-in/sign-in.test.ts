import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lastRecord, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { hashPassword } from "../passwords/passwords.server";
import type { StaffContext } from "../staff.server";
import { readSession } from "../staff.server";
import { refuseBeforeReading, signIn, signInLimitKey } from "./sign-in.server";
import { registerSlowedSignIn } from "./slowed-mail.server";

const database = testDatabase();
registerSlowedSignIn();

const password = "sails over the bank";
let who: StaffContext;
beforeEach(async () => {
  for (const table of ["limit_counts", "admin_activity_log", "pgboss.job"])
    await database.query(`delete from ${table}`);
  who = await staffMember(database);
  await database.query(
    "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
    [who.staff.userId, await hashPassword(password)],
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const browser = "Chrome on Windows";
/** Where somebody comes from, with the cookies that were set before. */
function from(address: string, before?: Headers) {
  const cookie = before?.getSetCookie().map((line) => line.split(";")[0]);
  const request = new Request("http://localhost/admin/login", cookie && { headers: { cookie: cookie.join("; ") } });
  return { request, address, browser };
}
const enter = (context = from("203.0.113.5"), email = who.staff.email) => signIn(context, { email, password });
const guess = (context = from("203.0.113.5"), email = who.staff.email) =>
  signIn(context, { email, password: "a guess" });
async function entered(context = from("203.0.113.5")): Promise<Headers> {
  const result = await enter(context);
  return result.ok ? result.headers : expect.fail(result.message);
}
const outcome = async (result: ReturnType<typeof signIn>) =>
  (await result).ok ? "in" : ((await result) as { reason: string }).reason;
const counts = async () =>
  Object.fromEntries(
    (await database.query<{ key: string; count: number }>("select key, count from limit_counts")).map((row) => [
      row.key,
      row.count,
    ]),
  );
const had = (key: string, count: number, seconds = 3600) =>
  database.query(
    `insert into limit_counts (key, count, window_ends) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (key) do update set count = excluded.count, window_ends = excluded.window_ends`,
    [key, count, seconds],
  );
const refusedFor = async (context = from("203.0.113.5")) =>
  (await refuseBeforeReading(context))?.detail.retryAfterSeconds ?? 0;

describe("a sign-in", () => {
  test("[A-SESSION-1, A-SESSION-2] a sign-in is stored with the admin and recorded with IP and browser", async () => {
    await entered();
    expect(await sessionsOf(database, who.staff.userId)).toHaveLength(1);
    const [row] = await database.query(
      "select last_login_at > now() - interval '1 minute' as now from admin_users where id = $1",
      [who.staff.adminId],
    );
    expect(row).toEqual({ now: true });
    expect(await lastRecord(database)).toEqual({
      ...{ action: "signed_in", by: who.staff.email, target: null, type: "admin", subject: who.staff.adminId },
      ...{ details: { way: "password" }, address: "203.0.113.5", browser },
    });
  });

  test("[A-SESSION-10] a sign-in opens a session of an hour, which ends after twelve hours whatever its row says", async () => {
    const { request } = from("203.0.113.5", await entered());
    const session = await readSession(request);
    expect(session?.email).toBe(who.staff.email);
    // One is read before the other, by different clocks: on a busy machine not in the same second.
    const minutes = ((session?.expiresAt.getTime() ?? 0) - (session?.createdAt.getTime() ?? 0)) / 60_000;
    expect(Math.abs(minutes - 60)).toBeLessThan(1);
    const began = (age: string) =>
      database.query(
        "update session set created_at = now() - $2::interval, expires_at = now() + interval '1 hour' where user_id = $1",
        [who.staff.userId, age],
      );
    await began("11 hours 59 minutes 50 seconds");
    expect(await readSession(request)).not.toBeNull();
    await began("12 hours");
    expect(await readSession(request)).toBeNull();
  });

  test("[V-SESS-1] a sign-in ends the session its browser had, even another admin's; a failed one ends none", async () => {
    const first = await entered();
    const elsewhere = await entered();
    await guess(from("203.0.113.5", first));
    expect(await readSession(from("203.0.113.5", first).request)).not.toBeNull();
    const second = await entered(from("203.0.113.5", first));
    expect(await readSession(from("203.0.113.5", first).request), "a copy of the old cookie").toBeNull();
    for (const stays of [second, elsewhere])
      expect(await readSession(from("203.0.113.5", stays).request)).not.toBeNull();
    const otherAdmin = await staffMember(database);
    await database.query(
      "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
      [otherAdmin.staff.userId, await hashPassword(password)],
    );
    expect(await enter(from("203.0.113.5", second), otherAdmin.staff.email)).toMatchObject({ ok: true });
    expect(await readSession(from("203.0.113.5", second).request)).toBeNull();
  });

  test("[A-SESSION-11] a session whose row has expired signs nobody in", async () => {
    const { request } = from("203.0.113.5", await entered());
    await database.query("update session set expires_at = now() + interval '5 seconds'");
    expect(await readSession(request)).not.toBeNull();
    await database.query("update session set expires_at = now() - interval '1 millisecond'");
    expect(await readSession(request)).toBeNull();
  });

  test("[A-LOGIN-5] a wrong password, an unknown email and a deactivated admin get the same refusal and no session", async () => {
    const inactive = await staffMember(database);
    await database.query("update admin_users set is_active = false where id = $1", [inactive.staff.adminId]);
    await database.query(
      "insert into account (id, account_id, provider_id, user_id, password) values ($1, $1, 'credential', $1, $2)",
      [inactive.staff.userId, await hashPassword(password)],
    );
    const results = [
      await guess(),
      await enter(undefined, "nobody@lucaya.example"),
      await enter(undefined, inactive.staff.email),
    ];
    expect(results[0]).toMatchObject({ reason: "signed-out", message: "Invalid email or password" });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    for (const { staff } of [who, inactive]) expect(await sessionsOf(database, staff.userId)).toEqual([]);
  });

  test.each([
    ["no email", { email: "", password }],
    ["no password", { email: "x@lucaya.example", password: "" }],
    ["a longer password than there may be", { email: "x@lucaya.example", password: "w".repeat(1001) }],
    ["no text", { email: ["x"], password }],
  ])("[A-LOGIN-6] a sign-in with %s is refused and counts against no limit", async (_, input) => {
    expect(await signIn(from("203.0.113.5"), input)).toMatchObject({ reason: "invalid" });
    expect(await counts()).toEqual({});
  });
});

describe.each([
  ["IPv4", "203.0.113.5", "203.0.113.9", "198.51.100.5", "203.0.113.5", "203.0.113.0/24"],
  ["IPv6", "2001:db8:7:1::5", "2001:db8:7:2::5", "2001:db8:8:1::5", "2001:db8:7:1::/64", "2001:db8:7::/48"],
])("the sign-in limit by %s", (_, address, neighbour, elsewhere, own, network) => {
  const next = async (at: string, email = "nobody@lucaya.example") => outcome(guess(from(at), email));

  test("[V-ATK-22] an IP has 30 free tries an hour and its network 300, then waits of up to five minutes", async () => {
    await had(`sign-in from ${own}`, 30);
    expect(await refusedFor(from(address))).toBe(0);
    expect(await next(address)).toBe("signed-out");
    expect(await refusedFor(from(address))).toBe(2);
    expect(await next(address)).toBe("limited");
    await had(`sign-in from ${own}`, 60);
    expect(await refusedFor(from(address))).toBe(300);
    expect(await refusedFor(from(neighbour))).toBe(0);
    await had(`sign-in from ${network}`, 302);
    expect(await refusedFor(from(neighbour))).toBe(4);
    expect(await next(neighbour, "else@lucaya.example")).toBe("limited");
    expect(await refusedFor(from(elsewhere))).toBe(0);
  });

  test("[V-ATK-22] a try that is refused because of its IP doesn't count against an account", async () => {
    await had(`sign-in from ${own}`, 60);
    expect(await next(address)).toBe("limited");
    expect(await counts()).toEqual({ [`sign-in from ${own}`]: 60 });
  });

  test("[V-ATK-22] the limit resets an hour after the last try", async () => {
    await had(`sign-in from ${own}`, 60, 0);
    expect(await refusedFor(from(address))).toBe(0);
    await next(address);
    expect((await counts())[`sign-in from ${own}`]).toBe(1);
  });
});

describe("the sign-in limit of an account", () => {
  test("[A-LOGIN-7] an account has ten free wrong tries in total, and a correct password resets them", async () => {
    await had(signInLimitKey(who.staff.email), 10, 86_400);
    expect(await outcome(guess(from("198.51.100.1")))).toBe("signed-out");
    expect(await outcome(enter(from("198.51.101.1")))).toBe("limited");
    await had(signInLimitKey(who.staff.email), 11, 86_400 - 2);
    expect(await outcome(enter(from("198.51.102.1")))).toBe("in");
    expect((await counts())[signInLimitKey(who.staff.email)]).toBeUndefined();
  });

  test("[V-ATK-21] a known browser waits neither for the account's limit nor for its IP's, for a year", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const known = await entered();
    await had(signInLimitKey(who.staff.email), 30, 86_400);
    await had("sign-in from 203.0.113.5", 60);
    expect([await outcome(enter()), await refusedFor()]).toEqual(["limited", 300]);
    const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
    expect([await outcome(enter(from("203.0.113.5", known))), await refusedFor(from("203.0.113.5", known))]).toEqual([
      "in",
      0,
    ]);
    later(365 * 86_400_000 - 60_000);
    expect(await outcome(enter(from("203.0.113.5", known)))).toBe("in");
    later(60_000);
    expect(await outcome(enter(from("203.0.113.5", known)))).toBe("limited");
  });

  test("[V-ATK-21] the owner is mailed about the twentieth wrong try, once a day; an email without an admin gets nothing", async () => {
    const notified = async () =>
      (await database.enqueued("accounts.sign-in-slowed")).map((job) => (job as { email: string }).email);
    await had(signInLimitKey(who.staff.email), 18, 86_400 - 900);
    await guess(from("198.51.100.1"));
    expect(await notified()).toEqual([]);
    await had(signInLimitKey(who.staff.email), 19, 86_400 - 900);
    await guess(from("198.51.101.1"), who.staff.email.toUpperCase());
    expect(await notified()).toEqual([who.staff.email]);
    await had(signInLimitKey(who.staff.email), 25, 86_400 - 900);
    await guess(from("198.51.102.1"));
    expect(await notified()).toHaveLength(1);
    await database.query("update limit_counts set window_ends = now() where key like 'sign-in slowed%'");
    await had(signInLimitKey(who.staff.email), 26, 86_400 - 900);
    await guess(from("198.51.103.1"));
    expect(await notified()).toHaveLength(2);
    const [{ rest } = { rest: 0 }] = await database.query<{ rest: number }>(
      "select extract(epoch from window_ends - now())::float8 as rest from limit_counts where key like 'sign-in slowed%'",
    );
    expect(rest).toBeGreaterThan(86_300);
  });
});

describe("the record of failed sign-ins", () => {
  const lines = () =>
    database.query(
      `select action_type as action, subject_id as subject, target_admin_email as target, address, browser, (details ->> 'times')::int as times
       from admin_activity_log order by created_at, id`,
    );
  const failed = (times: number, change: object = {}) => ({
    ...{
      action: "sign_in_refused",
      subject: who.staff.adminId,
      target: who.staff.email,
      address: "203.0.113.5",
      browser,
      times,
    },
    ...change,
  });

  test("[V-ATK-28] identical tries within ten minutes are one entry with a count; a later try is a new entry", async () => {
    for (let time = 0; time < 3; time++) await guess();
    expect(await lines()).toEqual([failed(3)]);
    const ago = (interval: string) =>
      database.query("update admin_activity_log set created_at = now() - $1::interval", [interval]);
    await ago("9 minutes 55 seconds");
    await guess();
    expect(await lines()).toEqual([failed(4)]);
    await ago("10 minutes");
    await guess();
    expect(await lines()).toEqual([failed(4), failed(1)]);
  });

  test("[V-ATK-28] another IP or an unknown email gets its own entry, without that email", async () => {
    await guess();
    await guess(from("198.51.100.1"));
    await guess(undefined, "private.person@mail.example");
    const nobodys = { subject: null, target: null };
    expect(await lines()).toEqual([failed(1), failed(1, { address: "198.51.100.1" }), failed(1, nobodys)]);
    expect(JSON.stringify(await database.query("select * from admin_activity_log"))).not.toContain("mail.example");
  });

  test("[V-ATK-28] refused tries are recorded, also before the form is read, with an IPv6 address as its /64", async () => {
    const address = "2001:db8:7:1::/64";
    await had(signInLimitKey(who.staff.email), 30, 86_400);
    await enter(from("2001:db8:7:1::5"));
    const refused = failed(1, { action: "sign_in_refused", address });
    expect(await lines()).toEqual([refused]);
    await had(`sign-in from ${address}`, 60);
    await refuseBeforeReading(from("2001:db8:7:1::9"));
    expect(await lines()).toEqual([refused, { ...refused, subject: null, target: null }]);
  });

  test("[V-ATK-28] beyond 300 entries an hour, an account's tries are counted in one entry and none is lost", async () => {
    await database.query(
      "insert into admin_activity_log (action_type, address) select 'sign_in_refused', '192.0.2.' || n from generate_series(1, 299) n",
    );
    for (let time = 1; time <= 6; time++) await guess(from(`198.51.${time}.1`));
    const own = (await lines()).filter(({ subject }) => subject === who.staff.adminId);
    expect(own).toEqual([failed(1, { address: "198.51.1.1" }), failed(5, { address: null, browser: null })]);
  });
});
