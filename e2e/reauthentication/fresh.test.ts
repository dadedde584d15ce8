import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { afterEach, beforeAll, describe, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import type { Fields, HttpClient } from "../../test/harness/http-client";
import { screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const title = "Confirm that it is you";
const password = "sails over the bank";
let page: Page;
const app = await sharedApp();
const browser = await sharedBrowser();
const openedCase = await submittedCase(app);

/** All sessions are ten minutes old. */
const leaveStale = () => app.query("update session set fresh_at = now() - interval '10 minutes'");
const admins = async () =>
  (await app.query<{ email: string }>("select email from admin_users")).map((row) => row.email);
const person = (email: string): Fields => ({
  ...{ intent: "create", email, password, confirmation: password, role: "regular_admin" },
});

describe("reauthentication without JavaScript", () => {
  let desk: HttpClient;
  beforeAll(async () => {
    desk = await signIn(app);
  });
  const shown = async (response: Response) => screenOf(await response.text());
  /** What the page's form holds, with what is typed into it. */
  const filled = (screen: Awaited<ReturnType<typeof shown>>, inputs: Fields): URLSearchParams => {
    const { form } = screen.getByLabelText<HTMLInputElement>("Your password");
    const fields = [...(form?.elements ?? [])].flatMap((control): [string, string][] =>
      "name" in control && control.name && "value" in control ? [[String(control.name), String(control.value)]] : [],
    );
    return new URLSearchParams(fields.map(([name, value]) => [name, inputs[name] ?? value]));
  };

  test("[V-FRESH-2, V-FRESH-3] a form gets a 403 page, which submits it once with all its values after the reauthentication", async () => {
    await leaveStale();
    const email = "held@lucaya.example";
    const response = await desk.post("/admin/users", person(email));
    expect(response.status).toBe(403);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const screen = await shown(response);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(await admins()).not.toContain(email);

    const wrong = await desk.post("/admin/confirm", filled(screen, { "confirm-password": "a guess" }));
    expect(wrong.status).toBe(400);
    const again = await shown(wrong);
    expect(again.getByRole("alert").textContent).toBe("That password isn’t right.");
    const sent = filled(again, { "confirm-password": admin.password });
    const confirmed = await desk.post("/admin/confirm", sent);
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([307, "/admin/users"]);
    // The browser sends the same form on, by itself; a person may load the page again.
    for (let time = 0; time < 2; time++) expect((await desk.post("/admin/users", sent)).status).toBe(200);
    expect((await admins()).filter((known) => known === email)).toHaveLength(1);
    const made = await signIn(app, { email, password });
    expect((await made.get("/admin/account")).status).toBe(200);
  });

  test("[V-FRESH-2] a download continues by its URL too, and the reauthentication never redirects to another site", async () => {
    await leaveStale();
    const zip = `/admin/applications/${openedCase.id}/case.zip`;
    const response = await desk.get(zip);
    expect(response.status).toBe(403);
    const sent = filled(await shown(response), { "confirm-password": admin.password });
    const elsewhere = new URLSearchParams(sent);
    elsewhere.set("confirm-to", "https://evil.example/admin");
    expect((await desk.post("/admin/confirm", elsewhere)).headers.get("location")).toBe("/admin");
    const confirmed = await desk.post("/admin/confirm", sent);
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, zip]);
    expect((await desk.get(zip)).headers.get("content-type")).toBe("application/zip");
  });

  test("[V-FRESH-3] exports by cookie or bearer token get 403 without a row, and a function returns 403 as JSON", async () => {
    await leaveStale();
    const bearer = `Bearer ${desk.cookies.get("lucaya_staff")}`;
    const reads = [
      "/admin/inquiries/export",
      "/admin/applications/export",
      "/admin/people/export",
      "/admin/activity/export",
    ];
    for (const path of reads)
      for (const headers of [{}, { authorization: bearer }]) {
        const response = await desk.post(path, { of: "view", column: "number" }, headers);
        expect([path, response.status]).toEqual([path, 403]);
        expect(response.headers.get("content-disposition")).toBeNull();
      }
    for (const path of [`/apply/${openedCase.id}/receipt.pdf`, `/admin/applications/${openedCase.id}/case.zip`])
      expect((await desk.get(path)).status, path).toBe(403);
    const headers = { "content-type": "application/json", authorization: bearer };
    const body = JSON.stringify({ email: "by.function@lucaya.example", password, role: "regular_admin" });
    const called = await desk.send("/functions/v1/create-admin-user", { method: "POST", headers, body });
    expect([called.status, await called.json()]).toEqual([403, { error: "Please confirm that it is you." }]);
    expect(await admins()).not.toContain("by.function@lucaya.example");
  });

  test("[V-FRESH-2] the page has no accessibility violation, with and without its error", async () => {
    page = await openDesk(browser, app, "/admin", sized(360));
    await leaveStale();
    await page.goto(`${app.url}/admin/applications/${openedCase.id}/case.zip`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expectAccessibleAtBoth(page);
    await page.getByLabel("Your password").fill("a guess");
    await page.getByRole("button", { name: "Confirm and continue" }).click();
    await expect(page.getByRole("alert")).toHaveText("That password isn’t right.");
    await expectAccessibleAtBoth(page);
    const zip = page.waitForEvent("download");
    await page.getByLabel("Your password").fill(admin.password);
    await page.getByRole("button", { name: "Confirm and continue" }).click();
    expect((await zip).suggestedFilename()).toMatch(/\.zip$/);
    await page.context().close();
  });
});

test("[V-SESS-1, V-SESS-2] the account page marks the current session, and ends only this admin's other sessions", async () => {
  const made = await signIn(app);
  const otherAdmin = { email: "sessions@lucaya.example", password };
  expect((await made.post("/admin/users", person(otherAdmin.email))).status).toBe(200);
  const [here, there, otherUser] = [await signIn(app, otherAdmin), await signIn(app, otherAdmin), await signIn(app)];
  const [otherSession] = await app.query<{ id: string }>(
    "select id from session where user_id <> (select user_id from admin_users where email = $1)",
    [otherAdmin.email],
  );
  const rows = async () => {
    const table = screenOf(await (await here.get("/admin/account")).text()).getByRole("table", {
      name: "Active sessions",
    });
    return [...table.querySelectorAll("tbody tr")].map((row) => row.textContent);
  };
  const marked = (await rows()).filter((text) => text.includes("This one"));
  expect([(await rows()).length, marked.length]).toEqual([2, 1]);
  expect((await here.post("/admin/account", { intent: "end-sign-in", signIn: otherSession?.id ?? "" })).status).toBe(
    404,
  );
  expect((await here.post("/admin/account", { intent: "end-others" })).status).toBe(200);
  const statuses = [here, there, otherUser].map(async (client) => (await client.get("/admin/account")).status);
  expect(await Promise.all(statuses)).toEqual([200, 302, 200]);
  // A new password ends the others as well.
  const again = await signIn(app, otherAdmin);
  const next = { present: password, password: `${password} again`, confirmation: `${password} again` };
  expect((await here.post("/admin/account", { intent: "password", ...next })).status).toBe(302);
  expect([(await here.get("/admin/account")).status, (await again.get("/admin/account")).status]).toEqual([200, 302]);
});

describe("reauthentication on an open page", () => {
  const dialog = () => page.getByRole("dialog", { name: title });
  const confirm = async (password = admin.password) => {
    await dialog().getByLabel("Your password").fill(password);
    await dialog().getByRole("button", { name: "Confirm", exact: true }).click();
  };
  afterEach(() => close(page));

  const form = () => page.getByRole("region", { name: "Create an admin" });

  test("[V-FRESH-2] a form waits for the dialog with all its values, and then is sent once", async () => {
    const email = "typed@lucaya.example";
    page = await openDesk(browser, app, "/admin/users", sized(1440));
    await form().getByLabel("Email").fill(email);
    await form().getByLabel("Password", { exact: true }).fill(password);
    await form().getByLabel("Confirm password").fill(password);
    await form().getByLabel("Role").selectOption({ label: "Super Admin" });
    await leaveStale();
    await page.getByRole("button", { name: "Create Admin" }).click();
    await expect(dialog()).toBeVisible();
    await expectAccessibleAtBoth(page);
    await confirm("a guess");
    await expect(dialog().getByRole("alert")).toHaveText("That password isn’t right.");
    await expectAccessibleAtBoth(page);
    await confirm();
    await expect(page.getByText(`Admin user ${email} created successfully!`).first()).toBeVisible();
    await expect(dialog()).toBeHidden();
    const rows = await app.query<{ role: string }>("select role from admin_users where email = $1", [email]);
    expect(rows).toEqual([{ role: "super_admin" }]);
    expect((await signIn(app, { email, password })).cookies.has("lucaya_staff")).toBe(true);
  });

  test("[V-FRESH-2] canceling leaves the form unchanged and without effect", async () => {
    const email = "canceled@lucaya.example";
    page = await openDesk(browser, app, "/admin/users", sized(360));
    await form().getByLabel("Email").fill(email);
    await form().getByLabel("Password", { exact: true }).fill(password);
    await form().getByLabel("Confirm password").fill(password);
    await leaveStale();
    await page.getByRole("button", { name: "Create Admin" }).click();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await expect(form().getByLabel("Email")).toHaveValue(email);
    await expect(form().getByLabel("Password", { exact: true })).toHaveValue(password);
    expect(await admins()).not.toContain(email);
    await page.getByRole("button", { name: "Create Admin" }).click();
    await confirm();
    await expect(page.getByText(`Admin user ${email} created successfully!`).first()).toBeVisible();
  });

  test("[V-FRESH-2] a dialog that can't load its methods says so instead of showing a form, and tries again", async () => {
    page = await openDesk(browser, app, "/admin/people", sized(360));
    await leaveStale();
    const address = "**/admin/session/confirm";
    // The page's own question is answered, so that the dialog opens; the dialog's is not.
    let requestCount = 0;
    await page.route(address, (route) => (++requestCount === 2 ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "Export this view" }).click();
    await expect(dialog().getByRole("alert")).toHaveText("The server could not be reached. Please try again.");
    await expect(dialog().getByLabel("Your password")).toBeHidden();
    await expect(dialog().getByRole("button", { name: "Confirm", exact: true })).toBeHidden();
    await expectAccessibleAtBoth(page);
    await dialog().getByRole("button", { name: "Try again" }).click();
    const csv = page.waitForEvent("download");
    await confirm();
    expect((await csv).suggestedFilename()).toMatch(/\.csv$/);
  });

  test("[V-FRESH-2, V-FRESH-4] an export and a case's ZIP start after the reauthentication, on the page that requested them", async () => {
    page = await openDesk(browser, app, "/admin/people", sized(1440));
    await leaveStale();
    await page.getByRole("button", { name: "Export this view" }).click();
    const csv = page.waitForEvent("download");
    await confirm();
    expect((await readFile(await (await csv).path())).toString()).toContain(openedCase.email);
    await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
    await page.goto(`${app.url}/admin/applications/${openedCase.id}`);
    await leaveStale();
    await page.getByRole("link", { name: /ZIP/ }).click();
    const zip = page.waitForEvent("download");
    await confirm();
    expect((await zip).suggestedFilename()).toMatch(/\.zip$/);
    await expect(dialog()).toBeHidden();
  });
});
