import { beforeEach, expect, test } from "vitest";
import type { Action, Entry } from "../harness/desk/access-expected";
import { signIn } from "../harness/desk/desk";
import { probes } from "../harness/desk/probes";
import { makeStaffFixtures, secretName } from "../harness/desk/staff-fixtures";
import { state } from "../harness/desk/table-state";
import { codeAt } from "../harness/factors/codes";
import { HttpClient } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const email = "overdue@lucaya.example";
// One URL of each kind; `app/rights.test.ts` tests the others in process.
const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);
const { superAdmin, password } = fixtures;
const person = { intent: "create", email, password, confirmation: password, role: "super_admin" };
expect((await superAdmin.post("/admin/users", person)).status).toBe(200);
beforeEach(() => app.query("delete from limit_counts"));

const setUpPath = "/admin/account/second-factor";
const isOfStaff = ({ may }: { may: string }) => may !== "anyone";
/** Needed for the set-up, or to end the session. */
const isOfSetUp = (path: string) =>
  ["admin/account/second-factor", "admin/account/passkey", "admin/session/confirm", "admin/confirm"].includes(path);
const addressOf = async (path: string, { at }: Entry) => `/${(await at?.(fixtures)) ?? path}`;

async function prepare(path: string, entry: Entry, { intent, fields }: Action) {
  await fixtures.rest();
  const address = await addressOf(path, entry);
  const all = { ...(intent && !entry.json ? { intent } : {}), ...(await fields?.(fixtures)) };
  const type = { "content-type": entry.json ? "application/json" : "application/x-www-form-urlencoded" };
  const body = entry.json ? JSON.stringify(all) : new URLSearchParams(all as Record<string, string>).toString();
  return (by: HttpClient, more: Record<string, string>) =>
    by.send(address, { method: "POST", headers: { origin: app.url, ...type, ...more }, body });
}
const bearerOf = (by: HttpClient) => ({
  authorization: `Bearer ${decodeURIComponent(by.cookies.get("lucaya_staff") ?? "")}`,
});

async function overdue() {
  const desk = await signIn(app, { email, password: fixtures.password });
  await app.query(
    "update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date - 1 where email = $1",
    [email],
  );
  return desk;
}

test("[V-MFA-10] with an overdue second factor a page of each kind redirects to the set-up page and every other read gets 403, by bearer token too", async () => {
  const desk = await overdue();
  const seen: [string, number][] = [];
  for (const [path, entry] of probes) {
    const { loader } = entry;
    if (!loader || !isOfStaff(loader) || isOfSetUp(path)) continue;
    const url = await addressOf(path, entry);
    await fixtures.rest();
    const before = await state(app);
    const response = await desk.get(url);
    const text = await response.text();
    expect([path, text.includes(secretName)]).toEqual([path, false]);
    if (response.status === 302) expect([path, response.headers.get("location")]).toEqual([path, setUpPath]);
    else expect([path, response.status]).toEqual([path, 403]);
    const byBearer = await new HttpClient(app).get(url, bearerOf(desk));
    await byBearer.body?.cancel();
    if (byBearer.status === 302) expect([path, byBearer.headers.get("location")]).toEqual([path, setUpPath]);
    else expect([path, "bearer", byBearer.status]).toEqual([path, "bearer", 403]);
    expect([path, await state(app)]).toEqual([path, before]);
    seen.push([path, response.status]);
  }
  const pages = seen.filter(([, status]) => status === 302).map(([path]) => path);
  expect(pages).toContain("admin");
  expect(pages).toContain("admin/steps/preview");
  expect(seen.length).toBeGreaterThan(15);
});

test("[F-SAFE-12] a preview with an overdue second factor is a page with the reason and the usual headers", async () => {
  const desk = await overdue();
  const response = await desk.get(`/about?preview=${crypto.randomUUID()}`);
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("Set up a second factor first");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("[V-MFA-10] with an overdue second factor a form and endpoint of each kind gets 403 and changes nothing, by bearer token too", async () => {
  const desk = await overdue();
  const sessions = () => app.query("select expires_at from session order by id");
  const sessionsBefore = await sessions();
  for (const [path, entry] of probes)
    for (const action of entry.actions ?? []) {
      if (!isOfStaff(action.answered) || isOfSetUp(path)) continue;
      const name = `${path} ${action.intent}`;
      const send = await prepare(path, entry, action);
      const before = await state(app);
      for (const [by, more] of [
        [desk, {}],
        [new HttpClient(app), bearerOf(desk)],
      ] as const) {
        const response = await send(by, more);
        const text = await response.text();
        expect([name, response.status, text.includes(secretName)]).toEqual([name, 403, false]);
        if (path.startsWith("functions/")) expect(Object.keys(JSON.parse(text)), name).toContain("error");
      }
      expect([name, await state(app)]).toEqual([name, before]);
    }
  expect(await sessions(), "no session lasts longer").toEqual(sessionsBefore);
  expect((await desk.post("/admin/sign-out", {})).headers.get("location")).toBe("/admin/login");
});

test("[V-MFA-2] after the password alone a page, form and endpoint of each kind responds as without a session", async () => {
  const desk = await signIn(app, { email, password: fixtures.password });
  const setUpScreen = screenOf(await (await desk.post(setUpPath, { intent: "app-begin" })).text());
  const secret = /Secret: ([2-7A-Z ]+[2-7A-Z])/.exec(setUpScreen.words)?.[1] ?? "";
  expect((await desk.post(setUpPath, { intent: "app-confirm", code: codeAt(secret) })).status).toBe(200);
  const half = new HttpClient(app);
  await half.post("/admin/login", { email, password: fixtures.password });
  expect([...half.cookies.keys()]).toEqual(["lucaya_second_step"]);
  const anonymous = new HttpClient(app);
  const outcomeOf = async (response: Response) => {
    await response.body?.cancel();
    return [response.status, response.headers.get("location")];
  };
  for (const [path, entry] of probes) {
    if (entry.loader && isOfStaff(entry.loader)) {
      const url = await addressOf(path, entry);
      expect([path, await outcomeOf(await half.get(url))]).toEqual([path, await outcomeOf(await anonymous.get(url))]);
    }
    for (const action of (entry.actions ?? []).filter(({ answered }) => isOfStaff(answered))) {
      const send = await prepare(path, entry, action);
      const before = await state(app);
      const name = `${path} ${action.intent}`;
      expect([name, await outcomeOf(await send(half, {}))]).toEqual([name, await outcomeOf(await send(anonymous, {}))]);
      expect([name, await state(app)]).toEqual([name, before]);
    }
  }
});
