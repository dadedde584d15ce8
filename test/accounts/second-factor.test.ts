import { beforeEach, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { signIn } from "../harness/desk/desk";
import { codeAt, wrongCode } from "../harness/factors/codes";
import { HttpClient } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const password = "sails over the bank";
let made = 0;
let email = "";
let adminId = "";
let superAdmin: HttpClient;
beforeEach(async () => {
  await app.query("delete from limit_counts");
  superAdmin = await signIn(app);
  email = `factor${++made}@lucaya.example`;
  const person = { intent: "create", email, password, confirmation: password, role: "super_admin" };
  expect((await superAdmin.post("/admin/users", person)).status).toBe(200);
  const [row] = await app.query<{ id: string }>("select id from admin_users where email = $1", [email]);
  adminId = row?.id ?? "";
});

const setUpPath = "/admin/account/second-factor";
const enter = (client = new HttpClient(app)) => client.post("/admin/login", { email, password });
const at = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get("location")];
};
const pageOf = async (answer: Response | Promise<Response>) => screenOf(await (await answer).text());
const secretOn = (screen: ReturnType<typeof screenOf>) => /Secret: ([2-7A-Z ]+[2-7A-Z])/.exec(screen.words)?.[1] ?? "";

const codesOn = (screen: ReturnType<typeof screenOf>) =>
  inside(screen.getByRole("region", { name: "Keep your recovery codes" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

/** The next code, valid although set-up used the current one, even if its 30 seconds end meanwhile. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000);

/** Sets up an authenticator app by forms without JavaScript; returns its secret and the page with the codes. */
async function setUp(client: HttpClient, path = "/admin/account") {
  const secret = secretOn(await pageOf(client.post(path, { intent: "app-begin" })));
  const done = await pageOf(client.post(path, { intent: "app-confirm", code: codeAt(secret) }));
  return { secret, done };
}
const signedIn = () => signIn(app, { email, password });
const overdue = () =>
  app.query("update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date - 1 where id = $1", [
    adminId,
  ]);

test("[V-MFA-1, V-MFA-6, V-MFA-17] without JavaScript an admin sets up an app in /admin/account by QR code or text and sees ten recovery codes once", async () => {
  const desk = await signedIn();
  const setUpPage = await pageOf(desk.post("/admin/account", { intent: "app-begin" }));
  setUpPage.getByRole("img", { name: "QR code for your authenticator app" });
  const secret = secretOn(setUpPage);
  const field = setUpPage.getByLabelText(/code that the app shows/);
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await at(enter()), "it does not count yet").toEqual([302, "/admin"]);
  const wrong = await desk.post("/admin/account", { intent: "app-confirm", code: wrongCode(secret) });
  expect(wrong.status).toBe(400);
  const message = "That code is not right, or it was used already. Enter the code that your app shows now.";
  const refused = await pageOf(wrong);
  expect(refused.getByLabelText(/code that the app shows/).getAttribute("aria-invalid")).toBe("true");
  expect([refused.words.includes(message), secretOn(refused)]).toEqual([true, secret]);
  const done = await pageOf(desk.post("/admin/account", { intent: "app-confirm", code: codeAt(secret) }));
  const codes = codesOn(done);
  expect(new Set(codes)).toHaveLength(10);
  done.getByRole("link", { name: "Download" });
  const later = await pageOf(desk.get("/admin/account"));
  expect(later.words).toContain("10 recovery codes are left.");
  expect([later.words.includes(secret), codes.some((code) => later.words.includes(code))]).toEqual([false, false]);
});

test("[V-MFA-2, V-MFA-17] the password leads only to the code page and signs in nowhere, and the code leads to /admin", async () => {
  const { secret } = await setUp(await signedIn());
  const client = new HttpClient(app);
  expect(await at(enter(client))).toEqual([302, "/admin/login/code"]);
  const codePage = await pageOf(client.get("/admin/login/code"));
  expect(codePage.getByLabelText("Code").getAttribute("autocomplete")).toBe("one-time-code");
  const anonymous = new HttpClient(app);
  const paths = [
    "/admin",
    "/admin/account",
    setUpPath,
    "/admin/applications",
    "/admin/session",
    "/admin/activity/export",
  ];
  for (const path of [...paths, "/functions/v1/manage-admin-user"]) {
    expect([path, await at(client.get(path))]).toEqual([path, await at(anonymous.get(path))]);
    expect([path, await at(client.post(path, {}))]).toEqual([path, await at(anonymous.post(path, {}))]);
  }
  expect(client.cookies.has("lucaya_staff")).toBe(false);
  const wrong = await client.post("/admin/login/code", { code: wrongCode(secret) });
  expect(wrong.status).toBe(400);
  expect((await pageOf(wrong)).getByLabelText(/Code/).getAttribute("aria-invalid")).toBe("true");
  expect(await at(client.post("/admin/login/code", { code: nextCode(secret) }))).toEqual([302, "/admin"]);
  expect(await at(client.get("/admin"))).toEqual([200, null]);
});

test("[V-MFA-5] after five wrong codes the admin has to sign in again, and the sign-in page says why", async () => {
  const { secret } = await setUp(await signedIn());
  const client = new HttpClient(app);
  await enter(client);
  const guess = () => client.post("/admin/login/code?to=%2Fadmin%2Femails", { code: wrongCode(secret) });
  for (let time = 1; time <= 4; time++) expect((await guess()).status).toBe(400);
  expect(await at(guess())).toEqual([302, "/admin/login?to=%2Fadmin%2Femails"]);
  const page = await pageOf(client.get("/admin/login"));
  expect(page.getByRole("alert").textContent).toBe("This took too long or failed too often. Please sign in again.");
});

test("[V-MFA-7] a recovery code signs in, and the desk warns when two codes are left", async () => {
  const { done } = await setUp(await signedIn());
  const codes = codesOn(done);
  const client = new HttpClient(app);
  await enter(client);
  const codePage = await pageOf(client.get("/admin/login/recovery"));
  codePage.getByLabelText("Recovery code");
  const message = "Only 2 recovery codes are left. Make new ones.";
  expect(await at(client.post("/admin/login/recovery", { recoveryCode: codes[0] ?? "" }))).toEqual([302, "/admin"]);
  expect((await pageOf(client.get("/admin/emails"))).words).not.toContain("recovery codes are left");
  await app.query(
    `delete from recovery_codes where hash in (select hash from recovery_codes
     where user_id = (select user_id from admin_users where id = $1) limit 7)`,
    [adminId],
  );
  for (const path of ["/admin", "/admin/emails"]) expect((await pageOf(client.get(path))).words).toContain(message);
  await client.post("/admin/account", { intent: "codes-renew" });
  expect((await pageOf(client.get("/admin"))).words).not.toContain("recovery codes are left");
});

test("[V-MFA-9] a super admin without a second factor sees the deadline on every page, and a regular admin does not", async () => {
  await app.query("update admin_users set second_factor_by = '2099-11-29' where id = $1", [adminId]);
  const desk = await signedIn();
  const message = "Set up a second factor by November 29, 2099. After that only the set-up page opens.";
  for (const path of ["/admin", "/admin/applications", "/admin/emails", "/admin/account", "/admin/nowhere"])
    expect([path, (await pageOf(desk.get(path))).words.includes(message)]).toEqual([path, true]);
  await setUp(desk);
  expect((await pageOf(desk.get("/admin"))).words).not.toContain("Set up a second factor");
  await app.query("update admin_users set role = 'regular_admin', second_factor_by = '2099-11-29' where id = $1", [
    adminId,
  ]);
  expect((await pageOf(desk.get("/admin"))).words).not.toContain("Set up a second factor");
});

test("[V-MFA-10] after the deadline pages redirect to the set-up page, other requests get 403, by bearer token too, and Sign Out works", async () => {
  const desk = await signedIn();
  const bearer = { authorization: `Bearer ${decodeURIComponent(desk.cookies.get("lucaya_staff") ?? "")}` };
  await overdue();
  const [{ documents } = { documents: "" }] = await app.query<{ documents: string }>(
    "select id as documents from application_documents limit 1",
  );
  for (const path of [
    "/admin",
    "/admin/applications",
    "/admin/emails",
    "/admin/account",
    "/admin/users",
    "/admin/nowhere",
  ])
    expect([path, await at(desk.get(path))]).toEqual([path, [302, setUpPath]]);
  const data = await desk.get("/admin/emails.data");
  expect([data.status, (await data.text()).includes(setUpPath)]).toEqual([202, true]);
  const reads = ["/admin/session", "/admin/palette?q=a", "/admin/applications/count", "/admin/migration/progress"];
  for (const path of [...reads, "/functions/v1/manage-admin-user", ...(documents ? [`/documents/${documents}`] : [])]) {
    expect([path, (await desk.get(path)).status]).toEqual([path, 403]);
    expect([path, "bearer", (await new HttpClient(app).get(path, bearer)).status]).toEqual([path, "bearer", 403]);
  }
  const before = await app.query("select count(*) from admin_activity_log");
  for (const [path, fields] of [
    ["/admin/account", { intent: "name", name: "New" }],
    ["/admin/users", { intent: "deactivate", adminId }],
    ["/admin/activity/export", {}],
    ["/admin/reviews", { intent: "sync" }],
  ] as const)
    expect([path, (await desk.post(path, fields)).status]).toEqual([path, 403]);
  const call = await new HttpClient(app).send("/functions/v1/create-admin-user", {
    ...{ method: "POST", headers: { ...bearer, "content-type": "application/json", origin: app.url } },
    body: JSON.stringify({ email: "never@lucaya.example", password, role: "super_admin" }),
  });
  expect([call.status, Object.keys(await call.json())]).toEqual([403, ["error"]]);
  expect(await app.query("select count(*) from admin_activity_log")).toEqual(before);
  expect(await at(desk.get(setUpPath))).toEqual([200, null]);
  const otherClient = await signedIn();
  expect(await at(otherClient.post("/admin/sign-out", {}))).toEqual([302, "/admin/login"]);
  await setUp(desk, setUpPath);
  expect(await at(desk.get("/admin"))).toEqual([200, null]);
});

test("[V-MFA-14, V-MFA-15] resetting a second factor in Admin Users needs a confirmation, and the password then leads to the set-up page", async () => {
  const desk = await signedIn();
  await setUp(desk);
  const path = `/admin/users/${adminId}`;
  (await pageOf(superAdmin.get(path))).getByRole("link", { name: "Reset second factor" });
  const resetPage = await pageOf(superAdmin.get(`${path}?ask=factors`));
  resetPage.getByRole("alertdialog", { name: "Reset the second factor?" });
  const [own] = await app.query<{ id: string }>("select id from admin_users where email = $1", [admin.email]);
  const refused = await superAdmin.post(`/admin/users/${own?.id}`, { intent: "reset-factors" });
  expect([refused.status, (await pageOf(refused)).words]).toEqual([
    409,
    expect.stringContaining("Ask another super admin to reset your second factor."),
  ]);
  expect((await superAdmin.post(path, { intent: "reset-factors" })).status).toBe(200);
  expect(await at(desk.get("/admin"))).toEqual([302, "/admin/login"]);
  const client = new HttpClient(app);
  expect(await at(enter(client))).toEqual([302, setUpPath]);
  expect(await at(client.get("/admin"))).toEqual([302, setUpPath]);
});

test("[V-MFA-11] the Second factor for setting is changed in Admin Users", async () => {
  const screen = await pageOf(superAdmin.get("/admin/users"));
  const select = screen.getByLabelText("Second factor for") as HTMLSelectElement;
  expect([...select.options].map(({ text }) => text)).toEqual(["Super admins", "All admins"]);
  expect((await superAdmin.post("/admin/users", { intent: "factor-needed", for: "all_admins" })).status).toBe(200);
  const factorSelect = (await pageOf(superAdmin.get("/admin/users"))).getByLabelText(
    "Second factor for",
  ) as HTMLSelectElement;
  expect(factorSelect.value).toBe("all_admins");
});

test("[V-MFA-17] none of the auth library's own second-factor endpoints is served", async () => {
  const desk = await signedIn();
  for (const path of [
    "/two-factor/enable",
    "/two-factor/verify-totp",
    "/passkey/list-user-passkeys",
    "/lucaya/start-session",
  ])
    for (const base of ["/api/auth", "/auth", ""])
      expect([404, 405], base + path).toContain((await desk.post(base + path, {})).status);
});
