import { test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { sessionRequests, staffBrowsers, waits } from "../../test/harness/browser/session-browser";
import { signIn } from "../../test/harness/desk/desk";
import { mailsTo } from "../../test/harness/fakes/mails";
import { logged } from "../../test/harness/logged";

const { app, fixtures, staff } = await staffBrowsers();

test("[A-SESSION-7, A-SESSION-9] a staff page checks the session every 30 seconds and retries a failed refresh after 200, 400 and 800 ms", async () => {
  const page = await staff.at("/admin/emails");
  const start = (await sessionRequests(page, 0)).length;
  for (let time = 1; time <= 3; time++) {
    await page.clock.runFor(30_000);
    await sessionRequests(page, start + time);
  }
  const [first, second, third] = (await sessionRequests(page, 0)).slice(start);
  for (const request of [first, second, third]) expect(request?.[0]).toBe("GET");
  expect((second?.[1] ?? 0) - (first?.[1] ?? 0)).toBe(30_000);
  expect((third?.[1] ?? 0) - (second?.[1] ?? 0)).toBe(30_000);

  // The page's clock is ahead of the server's: as far as the page knows, this ends within 90 seconds.
  const now = await page.evaluate(() => Date.now());
  await app.query("update session set expires_at = to_timestamp($1)", [(now + 100_000) / 1000]);
  let failing = true;
  await page.route("**/admin/session", (route) =>
    failing && route.request().method() === "POST" ? route.fulfill({ status: 503 }) : route.continue(),
  );
  // Only up to when it asks: an answer may come while the clock still runs, and the retries with it.
  const nextAt = (third?.[1] ?? 0) + 30_000;
  await page.clock.runFor(nextAt - (await page.evaluate(() => Date.now())));
  const before = start + 3;
  const tries: number[] = [(await sessionRequests(page, before + 2))[before + 1]?.[1] ?? 0];
  for (const wait of [200, 400, 800]) {
    await waits(page, wait);
    if (wait === 800) failing = false;
    await page.clock.runFor(wait);
    const all = await sessionRequests(page, before + tries.length + 2);
    expect(all.at(-1)?.[0]).toBe("POST");
    tries.push(all.at(-1)?.[1] ?? 0);
  }
  expect(tries.slice(1).map((time, index) => time - (tries[index] ?? 0))).toEqual([200, 400, 800]);
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
});

test("[A-SESSION-15] an open page follows another sign-in, a refresh, a sign-out, a changed role and a recovered password", async () => {
  const { superAdmin, password } = fixtures;
  const email = "follower@lucaya.example";
  const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
  expect((await superAdmin.post("/admin/users", made)).status).toBe(200);
  const who = { email, password };
  const page = await staff.at("/admin", who);
  const otherTab = await page.context().newPage();
  const shows = (text: string) =>
    expect(page.getByText(`Signed in as ${text}`).filter({ visible: true })).toBeVisible();
  const next = () => page.clock.runFor(30_000);
  await shows(email);

  // Token refreshed: the same person, an hour more.
  const now = await page.evaluate(() => Date.now());
  await app.query(
    `update session set expires_at = to_timestamp($1) where user_id = (select id from "user" where email = $2)`,
    [(now + 60_000) / 1000, email],
  );
  await next();
  await shows(email);

  // Signed in: somebody else, in another tab of the same browser.
  await otherTab.goto(`${app.url}/admin`);
  await otherTab.getByRole("button", { name: "Sign Out" }).first().click();
  await otherTab.waitForURL(/login/);
  await staff.signIn(otherTab, "/admin");
  await next();
  await shows(admin.email);

  // Signed out in the other tab: this one shows nothing of the desk any more.
  await otherTab.getByRole("button", { name: "Sign Out" }).first().click();
  await otherTab.waitForURL(/login/);
  await next();
  await page.waitForURL(/\/admin\/login$/);
  await expect(page.getByText(admin.email)).toHaveCount(0);

  // User updated: another role ends the sessions.
  await staff.signIn(page, "/admin", who);
  await waits(page, 30_000);
  const [row] = await app.query<{ id: string }>("select id from admin_users where email = $1", [email]);
  const role = { intent: "role", adminId: row?.id ?? "", role: "super_admin" };
  expect((await superAdmin.post("/admin/users", role)).status).toBe(200);
  await next();
  await page.waitForURL(/\/admin\/login$/);
  await staff.signIn(page, "/admin", who);
  await expect(page.getByRole("link", { name: "Admin Users" })).toBeVisible();
  await waits(page, 30_000);

  // Password recovery: the mailed link ends every session.
  await superAdmin.post("/admin/forgot-password", { email });
  const mail = (await mailsTo(app, email, "password_reset", 1)).at(-1);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const changed = "a reef at low tide";
  expect(
    (await superAdmin.post("/admin/reset-password", { token, password: changed, confirmation: changed })).status,
  ).toBe(302);
  await next();
  await page.waitForURL(/\/admin\/login$/);
  await staff.signIn(page, "/admin", { email, password: changed });
  await shows(email);
});

test("[A-GUARD-2] Back from the sign-in page doesn't return to the guarded page", async () => {
  const page = await staff.open();
  await page.goto(app.url);
  await page.goto(`${app.url}/admin/applications`);
  await expect(page).toHaveURL(/\/admin\/login\?to=/);
  await page.goBack();
  await expect(page).toHaveURL(`${app.url}/`);
  // From inside the desk, by script: the page that was left is gone as well.
  await staff.signIn(page, "/admin/emails");
  await app.query("delete from session");
  await page.getByRole("link", { name: "Inquiries" }).first().click();
  await expect(page).toHaveURL(/\/admin\/login\?to=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/\/admin\/(inquiries|emails)/);
});

test("[A-GUARD-4] every new page of the desk opens scrolled to its top", async () => {
  const page = await staff.open();
  await staff.signIn(page, "/admin/services");
  for (const [name, heading] of [
    ["Google Reviews", "Google Reviews"],
    ["Emails", "Emails"],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 300 });
    // The router scrolls a new page to its top, which undoes an earlier scroll: retry until it stays.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    }).toPass();
    await page
      .getByRole("link", { name, exact: true })
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  }
});

test("[A-LOGIN-4] the sign-in button reads Signing in... while it is busy", async () => {
  const page = await staff.open();
  await page.goto(`${app.url}/admin/login`);
  const { promise: pending, resolve: go } = Promise.withResolvers<void>();
  await page.route("**/admin/login.data*", async (route) => {
    await pending;
    await route.continue();
  });
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
  go();
  await page.waitForURL(`${app.url}/admin`);
});

test("[A-SESSION-6] an admin record that can't be loaded is logged and gives no access", async () => {
  const desk = await signIn(app);
  const page = await staff.at("/admin");
  await app.query("alter table admin_users rename column is_active to hidden");
  try {
    for (const path of ["/admin", "/admin/emails", "/admin/session"]) {
      const response = await desk.get(path);
      expect([path, response.status, (await response.text()).includes(admin.email)]).toEqual([path, 403, false]);
    }
    expect((await desk.post("/admin/services", { intent: "delete" })).status).toBe(403);
    await logged(app, "the admin record of a session could not be loaded");
    await page.clock.runFor(30_000);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("doesn’t have access");
    await expect(page.getByText(admin.email)).toHaveCount(0);
  } finally {
    await app.query("alter table admin_users rename column hidden to is_active");
  }
  expect((await desk.get("/admin")).status).toBe(200);
});
