import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const email = "warbler@lucaya.example";
const first = "sails over the bank";

const app = await sharedApp();

const make = (email: string) =>
  superAdmin.post("/admin/users", {
    intent: "create",
    email,
    password: first,
    confirmation: first,
    role: "regular_admin",
  });
const superAdmin = await signIn(app);
await make(email);
const requestReset = (email: string, by = new HttpClient(app)) => by.post("/admin/forgot-password", { email });
const sessions = async (address: string) =>
  (await app.query('select 1 from session join "user" u on u.id = user_id where u.email = $1', [address])).length;

let mailsSoFar = 0;
/** Requests a link and reads the mail: the link's path, and its token. */
async function link() {
  expect((await requestReset(email)).status).toBe(200);
  mailsSoFar += 1;
  const mail = (await mailsTo(app, email, "password_reset", mailsSoFar)).at(-1);
  const [path = "", token = ""] = /\/admin\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect(token).not.toBe("");
  return { path, token };
}
const reset = (token: string, password: string, confirmation = password) =>
  new HttpClient(app).post("/admin/reset-password", { token, password, confirmation });

describe("a forgotten password", () => {
  test("[A-SESSION-14] the mailed link sets a new password once, and ends every session and every other link", async () => {
    const open = await signIn(app, { email, password: first });
    const { path, token } = await link();
    const otherLink = await link();
    for (let look = 1; look <= 2; look++) {
      const page = await new HttpClient(app).get(path);
      expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
      expect(plain(await page.text())).toContain("Choose a new password");
    }
    expect((await open.get("/admin")).status).toBe(200);
    const done = await reset(token, "a reef at low tide");
    expect([done.status, done.headers.get("location")]).toEqual([302, "/admin/login"]);
    expect(await sessions(email)).toBe(0);
    expect((await open.get("/admin")).status).toBe(302);
    for (const used of [token, otherLink.token]) {
      const again = await reset(used, "another one at night");
      expect([again.status, plain(await again.text()).includes("This link no longer works")]).toEqual([403, true]);
      expect((await new HttpClient(app).get(`/admin/reset-password?token=${used}`)).status).toBe(404);
    }
    expect((await new HttpClient(app).post("/admin/login", { email, password: first })).status).toBe(401);
    await signIn(app, { email, password: "a reef at low tide" });
    const log = await app.query(
      "select admin_email, target_admin_email from admin_activity_log where action_type = 'password_reset'",
    );
    expect(log).toEqual([{ admin_email: email, target_admin_email: email }]);
  });

  test("a password that is too short, too common or not confirmed is refused, and the link still works", async () => {
    const { token } = await link();
    for (const [password, confirmation, message] of [
      ["short", "short", "Password must be at least 8 characters long"],
      ["Password123", "Password123", "This password is easy to guess. Choose another one."],
      ["12345678", "12345678", "This password is easy to guess. Choose another one."],
      ["a wave that breaks", "a wave", "Passwords do not match"],
    ] as const) {
      const response = await new HttpClient(app).post(`/admin/reset-password?token=${token}`, {
        token,
        password,
        confirmation,
      });
      expect(response.status).toBe(400);
      expect(plain(await response.text())).toContain(message);
    }
    expect((await reset(token, "a wave that breaks")).status).toBe(302);
  });

  test("known, unknown and deactivated emails get the same response, and only an active admin gets a mail, which the mail log leaves out", async () => {
    await make("dove@lucaya.example");
    await app.query("update admin_users set is_active = false where email = 'dove@lucaya.example'");
    const answers = [];
    for (const address of ["nobody@lucaya.example", "dove@lucaya.example", email]) {
      const response = await requestReset(address);
      const text = plain(await response.text()).replaceAll(address, "(address)");
      answers.push([response.status, /If \(address\) belongs.*hour\./.exec(text)?.[0]]);
    }
    expect(answers[0]?.[1]).toBeDefined();
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    mailsSoFar += 1;
    await mailsTo(app, email, "password_reset", mailsSoFar);
    await until("the queue is done", async () => {
      const [row] = await app.query<{ open: number }>(
        "select count(*)::int as open from pgboss.job where name = 'accounts.password-reset' and state <> 'completed'",
      );
      return row?.open === 0;
    });
    const written = await app.query(
      "select recipient_email, template_data from email_notifications where email_type = 'password_reset'",
    );
    expect(written.every((row) => row.recipient_email === email)).toBe(true);
    expect(JSON.stringify(written)).not.toContain("token");
    expect(plain(await (await superAdmin.get("/admin/emails")).text())).not.toContain("Choose a new password");
  });

  test("an altered link and a link of a deactivated admin are refused with 403", async () => {
    const { token } = await link();
    const changed = `${token.slice(0, -6)}${token.at(-6) === "A" ? "B" : "A"}${token.slice(-5)}`;
    expect((await reset(changed, "a wave that breaks")).status).toBe(403);
    await app.query("update admin_users set is_active = false where email = $1", [email]);
    expect((await reset(token, "a wave that breaks")).status).toBe(403);
    await app.query("update admin_users set is_active = true where email = $1", [email]);
    expect((await new HttpClient(app).post("/admin/login", { email, password: "a wave that breaks" })).status).toBe(
      302,
    );
  });

  test("one email gets at most five mails an hour, and one IP may send at most twenty requests an hour", async () => {
    const from = new HttpClient(app);
    for (let time = 1; time <= 20; time++) expect((await requestReset("many@lucaya.example", from)).status).toBe(200);
    const refused = await requestReset("other@lucaya.example", from);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    const jobs = await app.query(
      "select 1 from pgboss.job where name = 'accounts.password-reset' and data->>'email' = 'many@lucaya.example'",
    );
    expect(jobs).toHaveLength(5);
  });
});

describe("changing your own password", () => {
  const change = (by: HttpClient, present: string, password: string, confirmation = password) =>
    by.post("/admin/account", { intent: "password", present, password, confirmation });

  test("[A-SESSION-14] changing the password requires the current one, ends all other sessions and stays signed in here", async () => {
    await make("swift@lucaya.example");
    const who = { email: "swift@lucaya.example", password: first };
    const [here, elsewhere] = [await signIn(app, who), await signIn(app, who)];
    const wrong = await change(here, "something else", "the lee of the island");
    expect(wrong.status).toBe(400);
    expect(plain(await wrong.text())).toContain("That isn’t your current password");
    expect((await elsewhere.get("/admin")).status).toBe(200);
    expect((await change(here, first, "qwerty123")).status).toBe(400);
    expect((await change(here, first, "the lee of the island", "the lee")).status).toBe(400);
    const done = await change(here, first, "the lee of the island");
    expect([done.status, done.headers.get("location")]).toEqual([302, "/admin/account"]);
    expect(plain(await (await here.get("/admin/account")).text())).toContain("Your password is changed");
    expect((await elsewhere.get("/admin")).status).toBe(302);
    expect((await new HttpClient(app).post("/admin/login", who)).status).toBe(401);
  });

  test("signing out everywhere ends every session, including the current one", async () => {
    const [here, elsewhere] = [await signIn(app), await signIn(app)];
    const response = await here.post("/admin/account", { intent: "sign-out-everywhere" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/login"]);
    expect(plain(await (await here.get("/admin/login")).text())).toContain("signed out on every device");
    expect((await elsewhere.get("/admin")).status).toBe(302);
    expect(await sessions(admin.email)).toBe(0);
  });
});
