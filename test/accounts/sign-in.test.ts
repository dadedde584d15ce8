import { expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const screens = ["/admin", "/admin/inquiries", "/admin/emails", "/admin/applications"];
const at = async (client: HttpClient, path: string) => {
  const response = await client.get(path);
  return [response.status, response.headers.get("location")?.split("?")[0] ?? null];
};
const sessions = () => app.query("select id from session");
const cookie = "lucaya_staff";

test("[A-GUARD-1, A-PERM-11] without a session every screen redirects to the sign-in page, and its data request returns nothing", async () => {
  for (const path of screens) {
    expect([path, ...(await at(new HttpClient(app), path))]).toEqual([path, 302, "/admin/login"]);
    const data = await new HttpClient(app).get(path === "/admin" ? "/admin.data" : `${path}.data`);
    const text = await data.text();
    expect(text).toContain("/admin/login");
    expect(text).not.toContain(admin.email);
  }
});

test("[A-LOGIN-1, A-LOGIN-2, A-LOGIN-6] the form has two required fields and no other rule, and an empty field signs nobody in", async () => {
  const html = await (await new HttpClient(app).get("/admin/login")).text();
  const fields = [...html.matchAll(/<input[^>]*name="(?:email|password)"[^>]*>/g)].map(([field]) => field);
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    expect(field).toMatch(/ required/);
    expect(field).not.toMatch(/pattern|minlength|type="email"/i);
  }
  expect(plain(html).toLowerCase()).toContain("authorized personnel only");
  const before = await sessions();
  for (const [change, status] of [
    [{ email: "" }, 400],
    [{ password: "" }, 400],
    [{ password: "x" }, 401],
  ] as const)
    expect((await new HttpClient(app).post("/admin/login", { ...admin, ...change })).status).toBe(status);
  expect(await sessions()).toEqual(before);
});

const lastSignIn = async () => (await app.query<{ at: Date }>("select last_login_at as at from admin_users"))[0]?.at;

test("[A-LOGIN-5] a failed sign-in shows the reason and leaves the time of the last sign-in unchanged", async () => {
  const before = await lastSignIn();
  const wrong = await new HttpClient(app).post("/admin/login", { ...admin, password: "another one" });
  expect(wrong.status).toBe(401);
  expect(plain(await wrong.text())).toContain("Invalid email or password");
  expect(await lastSignIn()).toEqual(before);
});

test("[A-LOGIN-3, A-SESSION-2] each sign-in redirects to /admin and stores the time of the last sign-in", async () => {
  for (let time = 1; time <= 2; time++) {
    const earlier = await lastSignIn();
    const response = await new HttpClient(app).post("/admin/login", admin);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/admin"]);
    expect((await lastSignIn())?.getTime()).toBeGreaterThan(earlier?.getTime() ?? 0);
  }
});

test("[A-SESSION-10, A-SESSION-11, A-SESSION-12] the cookie is a signed token of a one-hour session, works as a bearer token, and is refused when altered", async () => {
  const desk = await signIn(app);
  const value = decodeURIComponent(desk.cookies.get(cookie) ?? "");
  const [token = ""] = value.split(".");
  const [row] = await app.query<{ seconds: number }>(
    "select extract(epoch from expires_at - created_at)::int as seconds from session where token = $1",
    [token],
  );
  expect(row?.seconds).toBe(3600);
  const bearer = new HttpClient(app);
  expect((await bearer.get("/admin/session", { authorization: `Bearer ${value}` })).status).toBe(200);
  for (const changed of [
    token,
    `${token}x.${value.split(".")[1]}`,
    `${value.slice(0, -2)}AA`,
    `${value.startsWith("x") ? "y" : "x"}${value.slice(1)}`,
  ]) {
    const client = new HttpClient(app);
    client.cookies.set(cookie, encodeURIComponent(changed));
    expect((await client.get("/admin/session")).status).toBe(401);
    expect((await bearer.get("/admin/session", { authorization: `Bearer ${changed}` })).status).toBe(401);
  }
  await app.query("update session set created_at = now() - interval '12 hours' where token = $1", [token]);
  expect((await desk.get("/admin/session")).status).toBe(401);
});

test("[A-SESSION-8] a refresh adds an hour only in the last 90 seconds of a session, and never beyond 12 hours", async () => {
  const desk = await signIn(app);
  const [token = ""] = decodeURIComponent(desk.cookies.get(cookie) ?? "").split(".");
  const ends = async (tokenSuffix: string, age = "1 hour") => {
    await app.query(
      "update session set expires_at = now() + $2::interval, created_at = now() - $3::interval where token = $1",
      [token, tokenSuffix, age],
    );
    expect((await desk.post("/admin/session", {})).status).toBe(200);
    const [row] = await app.query<{ rest: number }>(
      "select extract(epoch from expires_at - now())::int as rest from session where token = $1",
      [token],
    );
    return row?.rest ?? 0;
  };
  expect(await ends("100 seconds")).toBeLessThanOrEqual(100);
  expect(await ends("80 seconds")).toBeGreaterThan(3500);
  expect(await ends("80 seconds", "11 hours 30 minutes")).toBeLessThanOrEqual(1800);
});

test("[A-DASH-2, A-DASH-3, A-SESSION-5] the dashboard names the signed-in admin, and Sign Out ends the session in the browser and on the server", async () => {
  const desk = await signIn(app);
  expect(plain(await (await desk.get("/admin")).text())).toContain(`Signed in as ${admin.email}`);
  const old = new HttpClient(app);
  old.cookies.set(cookie, desk.cookies.get(cookie) ?? "");
  const out = await desk.post("/admin/sign-out", {});
  expect([out.status, out.headers.get("location")]).toEqual([302, "/admin/login"]);
  expect(desk.cookies.has(cookie)).toBe(false);
  for (const client of [desk, old]) expect(await at(client, "/admin")).toEqual([302, "/admin/login"]);
});

test("[A-GUARD-3, A-SESSION-3, A-PERM-8] a session without an active admin record gets a 403 page with the reason, Sign Out and no staff data", async () => {
  const desk = await signIn(app);
  await app.query("update admin_users set is_active = false");
  try {
    for (const path of screens) {
      const page = await desk.get(path);
      const html = await page.text();
      expect([path, page.status]).toEqual([path, 403]);
      expect(plain(html)).toContain("This account doesn’t have access to the desk");
      expect(html).toContain('action="/admin/sign-out"');
      expect(html).not.toContain(admin.email);
    }
    expect((await desk.get("/admin/session")).status).toBe(403);
    expect((await desk.post("/admin/reviews", { intent: "sync" })).status).toBe(403);
    expect((await new HttpClient(app).post("/admin/login", admin)).status).toBe(401);
  } finally {
    await app.query("update admin_users set is_active = true");
  }
});

// `app/accounts/sign-in/sign-in.test.ts` tests the number of free attempts, and the waits.
test("[A-LOGIN-7] guessing an account's password is slowed down, while its owner's known browser can still sign in", async () => {
  const owner = await signIn(app);
  await app.query("delete from limit_counts");
  const guesser = new HttpClient(app);
  const guess = () => guesser.post("/admin/login", { email: admin.email, password: "a guess" });
  expect((await guess()).status).toBe(401);
  await app.query("update limit_counts set count = 19 where key like 'sign-in as %'");
  const slowed = await guess();
  expect([slowed.status, Number(slowed.headers.get("retry-after")) > 400]).toEqual([429, true]);
  expect((await owner.post("/admin/login", admin)).status).toBe(302);
  // The backoff would affect other browsers in the tests that follow.
  await app.query("delete from limit_counts");
});

test("[A-PERM-15] a cross-site write is refused and changes nothing", async () => {
  const desk = await signIn(app);
  const before = await app.query("select id from admin_users");
  const person = {
    intent: "create",
    email: "z@lucaya.example",
    password: "sails over it",
    confirmation: "sails over it",
  };
  for (const origin of ["https://elsewhere.example", undefined])
    expect((await desk.post("/admin/users", { ...person, role: "super_admin" }, { origin })).status).toBe(403);
  expect(await app.query("select id from admin_users")).toEqual(before);
});
