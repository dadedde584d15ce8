import { beforeEach, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const owner = { email: "natasha@lucaya.example", password: "sails over the bank" };
const otherUser = { email: "nobody@lucaya.example", password: "sails over the bank" };
const app = await sharedApp();
beforeEach(() => app.query("delete from limit_counts"));

const make = ({ email, password }: typeof owner) =>
  superAdmin.post("/admin/users", { intent: "create", email, password, confirmation: password, role: "regular_admin" });
let superAdmin = await signIn(app);
expect((await make(owner)).status).toBe(200);
const enter = (who: typeof owner, by = new HttpClient(app)) => by.post("/admin/login", who);
const guess = (email: string, by?: HttpClient) => enter({ email, password: "a guess at random" }, by);
const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);
/** The same browser without its session: signed in, a page wouldn't ask. */
function signedOut(client: HttpClient): HttpClient {
  const fresh = new HttpClient(app);
  for (const [name, value] of known(client)) fresh.cookies.set(name, value);
  return Object.assign(fresh, { address: client.address });
}
const known = (client: HttpClient) => [...client.cookies].filter(([name]) => name.startsWith("lucaya_known_"));

/** Stores so many wrong passwords, that long ago, for the only counted account. */
async function wrongBefore(count: number, secondsAgo: number) {
  const set = await app.query(
    `update limit_counts set count = $1, window_ends = now() + make_interval(secs => 86400 - $2)
     where key like 'sign-in in a known browser as %' or key like 'sign-in as %' returning key`,
    [count, secondsAgo],
  );
  expect(set).toHaveLength(1);
}

test("[V-ATK-21] of fifty simultaneous guesses, each from its own network, few are checked, for a known and an unknown email", async () => {
  for (const email of [owner.email, otherUser.email]) {
    await app.query("delete from limit_counts");
    const takes = async () => {
      const all = await statuses(Array.from({ length: 50 }, () => guess(email)));
      expect(all.filter((status) => status !== 401 && status !== 429)).toEqual([]);
      return all.filter((status) => status === 401).length;
    };
    const first = await takes();
    expect(first).toBeGreaterThanOrEqual(11);
    // Two seconds, then four, then eight: they may expire between requests of a slow machine.
    expect(first).toBeLessThanOrEqual(15);
    await wrongBefore(18, 300);
    expect(await takes()).toBe(1);
  }
});

test("[V-ATK-21] after 20 wrong guesses other browsers wait 15 minutes, then the correct password works, and the owner gets one mail", async () => {
  const message = "Too many attempts. Please wait 15 minutes and try again.";
  const answers: Record<string, string[]> = {};
  for (const who of [owner, otherUser]) {
    await app.query("delete from limit_counts where key like 'sign-in as %'");
    expect((await guess(who.email)).status).toBe(401);
    // The 19th increased it to 512 seconds.
    await wrongBefore(19, 500);
    expect((await enter(who)).status).toBe(429);
    await wrongBefore(19, 513);
    const twentieth = await guess(who.email);
    expect(twentieth.status).toBe(401);
    const refused = await enter(who);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(890);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    const again = await new HttpClient(app).post("/admin/session/sign-in", who);
    expect([again.status, await again.json()]).toEqual([429, { error: message }]);
    answers[who.email] = [await twentieth.text(), await refused.text()].map((html) =>
      plain(html).replaceAll(who.email, "(email)"),
    );
    expect(answers[who.email]?.[1]).toContain(message);
    await wrongBefore(20, 890);
    expect((await enter(who)).status).toBe(429);
    await wrongBefore(20, 901);
    expect((await enter(who)).status, "after the wait").toBe(who === owner ? 302 : 401);
  }
  expect(answers[otherUser.email]).toEqual(answers[owner.email]);

  const [mail] = await mailsTo(app, owner.email, "sign_in_slowed", 1);
  expect(mail?.subject).toBe("Wrong passwords were tried for your account");
  expect(mail?.text).toContain("twenty wrong passwords");
  // Continued guesses on the same day send no second mail. Emails of no admin get none.
  expect((await guess(owner.email)).status).toBe(401);
  await app.query("update limit_counts set count = 19 where key like 'sign-in as %'");
  await app.query("update limit_counts set window_ends = now() + interval '23 hours' where key like 'sign-in as %'");
  expect(await statuses([guess(owner.email), guess(otherUser.email)])).toEqual([401, 401]);
  await until("the queue is done", async () => {
    const open = await app.query(
      "select 1 from pgboss.job where name = 'accounts.sign-in-slowed' and state <> 'completed'",
    );
    return open.length === 0;
  });
  const notified = await app.query(
    "select recipient_email from email_notifications where email_type = 'sign_in_slowed'",
  );
  expect(notified).toEqual([{ recipient_email: owner.email }]);
  expect(plain(await (await superAdmin.get("/admin/emails")).text())).not.toContain("Wrong passwords were tried");
});

test("[V-ATK-21] a known browser is not delayed by others' guesses, even from its own IP", async () => {
  const browser = signedOut(await signIn(app, owner));
  const [[, value = ""] = []] = known(browser);
  expect(value).toMatch(/^[\w-]{88}\.[\w-]{43}$/);
  await app.query("delete from limit_counts");
  const neighbour = Object.assign(new HttpClient(app), { address: browser.address });
  for (let time = 0; time < 3; time++) await guess(owner.email, neighbour);
  await app.query("update limit_counts set count = 40, window_ends = now() + interval '1 hour' where key like $1", [
    `sign-in from ${neighbour.address}`,
  ]);
  expect((await enter(otherUser, neighbour)).status, "the address").toBe(429);
  await wrongBefore(20, 1);
  expect((await enter(owner)).status, "the account").toBe(429);
  expect((await enter(owner, browser)).status).toBe(302);
  expect((await browser.post("/admin/session/sign-in", owner)).status).toBe(200);
});

test("[V-ATK-21] wrong guesses in a known browser delay only that browser", async () => {
  const [browser, otherBrowser] = [signedOut(await signIn(app, owner)), signedOut(await signIn(app, owner))];
  await app.query("delete from limit_counts");
  expect((await guess(owner.email, browser)).status).toBe(401);
  const [own] = await app.query<{ key: string }>("select key from limit_counts where key not like '%sign-in record%'");
  expect(own?.key).toMatch(/^sign-in in a known browser as /);
  await wrongBefore(18, 300);
  const all = await statuses(Array.from({ length: 20 }, () => guess(owner.email, browser)));
  expect(all.filter((status) => status === 401)).toHaveLength(1);
  expect((await enter(owner, browser)).status).toBe(429);
  expect(await statuses([enter(owner, otherBrowser), enter(owner)])).toEqual([302, 302]);
});

test("[V-ATK-21] a browser is known for one account and one password, and a forged or altered cookie doesn't count", async () => {
  const [ownClient, bosses] = [await signIn(app, owner), await signIn(app)];
  const [[name = "", value = ""] = []] = known(ownClient);
  const tampered = new HttpClient(app);
  tampered.cookies.set(name, `${value.slice(0, 5)}${value[5] === "A" ? "B" : "A"}${value.slice(6)}`);
  const borrowed = new HttpClient(app);
  borrowed.cookies.set(name, known(bosses)[0]?.[1] ?? "");
  await app.query("delete from limit_counts");
  expect((await guess(owner.email)).status).toBe(401);
  await wrongBefore(20, 1);
  expect(await statuses([enter(owner, tampered), enter(owner, borrowed), enter(owner, signedOut(ownClient))])).toEqual([
    429, 429, 302,
  ]);

  const changed = { email: owner.email, password: "a reef at low tide" };
  const done = await ownClient.post("/admin/account", {
    intent: "password",
    present: owner.password,
    password: changed.password,
    confirmation: changed.password,
  });
  expect(done.status).toBe(302);
  const stale = new HttpClient(app);
  stale.cookies.set(name, value);
  expect((await enter(changed, stale)).status, "known by the old password").toBe(429);
  expect((await enter(changed, signedOut(ownClient))).status, "known since the change").toBe(302);
  await app.query("delete from limit_counts");
  const back = { present: changed.password, password: owner.password, confirmation: owner.password };
  expect((await ownClient.post("/admin/account", { intent: "password", ...back })).status).toBe(302);
});

test("[V-ATK-21] continued guessing locks nobody out: the browser that sets a new password is known at once", async () => {
  expect((await new HttpClient(app).post("/admin/forgot-password", { email: owner.email })).status).toBe(200);
  const mail = (await mailsTo(app, owner.email, "password_reset", 1)).at(-1);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const browser = new HttpClient(app);
  const password = owner.password;
  const set = await browser.post("/admin/reset-password", { token, password, confirmation: password });
  expect(set.status).toBe(302);
  expect((await guess(owner.email)).status).toBe(401);
  await wrongBefore(20, 1);
  expect((await enter(owner)).status).toBe(429);
  expect((await enter(owner, browser)).status).toBe(302);
});

test.each([
  ["one of the most common", "Trustno1!trustno1".slice(9)],
  ["one of the most common", "PASSWORD1"],
  ["one of the most common", "slipknot666"],
  ["one of the most common", "arsenal14"],
  ["a walk over the keyboard", "1q2w3e4r"],
  ["a walk over the keyboard", "zaq12wsx"],
  ["a walk over the keyboard", "1qaz2wsx"],
  ["a walk over the keyboard", "qazwsxedc"],
  ["a walk over the keyboard", "lkjhgfdsa!"],
  ["with the email's name in it", "the Kestrel flies"],
])("[V-ATK-23] a password that is %s is refused: %s", async (_, password) => {
  const message = "This password is easy to guess. Choose another one.";
  const form = await make({ email: "kestrel@lucaya.example", password });
  expect(form.status).toBe(400);
  expect(plain(await form.text())).toContain(message);
  const [[session = ""] = []] = [...superAdmin.cookies]
    .filter(([name]) => name === "lucaya_staff")
    .map(([, value]) => [value]);
  const call = await fetch(`${app.url}/functions/v1/create-admin-user`, {
    method: "POST",
    headers: { authorization: `Bearer ${session}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "kestrel@lucaya.example", password, role: "regular_admin" }),
  });
  expect([call.status, JSON.stringify(await call.json())]).toEqual([400, expect.stringContaining(message)]);
  expect(await app.query("select 1 from admin_users where email like 'kestrel%'")).toEqual([]);
});

test("[V-ATK-23] changing your own password refuses an easy one and accepts a strong one", async () => {
  const ownClient = await signIn(app);
  const change = (password: string) =>
    ownClient.post("/admin/account", { intent: "password", present: admin.password, password, confirmation: password });
  const refused = await change("my own desk 4711");
  expect([refused.status, plain(await refused.text()).includes("This password is easy to guess")]).toEqual([400, true]);
  expect((await change(admin.password)).status).toBe(302);
  superAdmin = await signIn(app);
});
