import type { Page } from "@playwright/test";
import { afterEach, beforeEach, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, signedInCookies } from "../../test/harness/browser/desk-browser";
import { codeAt, wrongCode } from "../../test/harness/factors/codes";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  for (const table of ["authenticators", "recovery_codes", "limit_counts"]) await app.query(`delete from ${table}`);
});
afterEach(expectNoScriptErrors);

const message = "That code is not right, or it was used already. Enter the code that your app shows now.";
async function secretOf(page: Page): Promise<string> {
  const region = page.getByRole("region", { name: "Authenticator app" });
  const secret = /Secret: ([2-7A-Z ]+[2-7A-Z])/;
  await expect(region).toContainText(secret);
  return secret.exec((await region.textContent()) ?? "")?.[1] ?? "";
}
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

test("[V-MFA-1, V-MFA-17] setting up an app has no axe violation, with and without an error, and gives ten codes to copy and download", async () => {
  const page = await openDesk(browser, app, "/admin/account");
  await press(page, "Set up an authenticator app");
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = await secretOf(page);
  await page.getByLabel("Enter the code that the app shows").fill(wrongCode(secret));
  await press(page, "Confirm the code");
  await expect(page.getByText(message)).toBeVisible();
  await page.getByLabel("Enter the code that the app shows").fill(codeAt(secret));
  await press(page, "Confirm the code");
  const codes = page.getByRole("region", { name: "Keep your recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessibleAtBoth(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("lucaya-recovery-codes.txt");
  await close(page);
});

/** A browser without script that has given the password, and the secret of the account's app. */
async function atTheCode(javaScriptEnabled: boolean) {
  const desk = await openDesk(browser, app, "/admin/account", { javaScriptEnabled: false });
  await press(desk, "Set up an authenticator app");
  const secret = await secretOf(desk);
  await desk.getByLabel("Enter the code that the app shows").fill(codeAt(secret));
  await press(desk, "Confirm the code");
  const listed = desk.getByRole("region", { name: "Keep your recovery codes" }).getByRole("listitem");
  await expect(listed).toHaveCount(10);
  const codes = await listed.allInnerTexts();
  await desk.context().close();
  // The code of the set-up may be used again, or the test would have to wait for the next ones.
  await app.query("update authenticators set last_step = 0");
  const page = await (await openContext(browser, { javaScriptEnabled })).newPage();
  await page.goto(`${app.url}/admin/login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await press(page, "Sign In");
  await expect(page).toHaveURL(`${app.url}/admin/login/code`);
  return { page, secret, codes };
}

test("[V-MFA-2, V-MFA-17] the code page works without JavaScript and has no axe violation, with and without an error", async () => {
  const scripted = await atTheCode(true);
  await expectAccessibleAtBoth(scripted.page);
  await scripted.page.getByLabel("Code").fill(wrongCode(scripted.secret));
  await press(scripted.page, "Sign In");
  await expect(scripted.page.getByText(message)).toBeVisible();
  await expectAccessibleAtBoth(scripted.page);
  await scripted.page.context().close();
  await app.query("delete from authenticators");

  const { page, secret } = await atTheCode(false);
  await page.getByLabel("Code").fill(wrongCode(secret));
  await press(page, "Sign In");
  await expect(page.getByText(message)).toBeVisible();
  await page.getByLabel("Code").fill(codeAt(secret));
  await press(page, "Sign In");
  await expect(page).toHaveURL(`${app.url}/admin`);
  await page.context().close();
});

test("[V-MFA-7, V-MFA-17] the recovery code page works with JavaScript and has no axe violation, with and without an error", async () => {
  const { page, codes } = await atTheCode(true);
  await page.getByLabel("Code").fill("123456");
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toHaveValue("");
  await expectAccessibleAtBoth(page);
  await page.getByLabel("Recovery code").fill("none of them");
  await press(page, "Sign In");
  await expect(page.getByText("That recovery code is not right", { exact: false })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await press(page, "Sign In");
  await expect(page).toHaveURL(`${app.url}/admin`);
  await page.context().close();
});

test("[V-MFA-10, V-MFA-17] the set-up page works without JavaScript and has no axe violation, with and without an error", async () => {
  const page = await openDesk(browser, app, "/admin", { javaScriptEnabled: false });
  await app.query("update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date - 1");
  await page.goto(`${app.url}/admin/applications`);
  await expect(page).toHaveURL(`${app.url}/admin/account/second-factor`);
  // axe is a script itself.
  const context = await openContext(browser);
  await context.addCookies(await signedInCookies(app));
  const scripted = await context.newPage();
  await scripted.goto(`${app.url}/admin/account/second-factor`);
  await press(scripted, "Set up an authenticator app");
  await scripted.getByLabel("Enter the code that the app shows").fill(wrongCode(await secretOf(scripted)));
  await press(scripted, "Confirm the code");
  await expect(scripted.getByText(message)).toBeVisible();
  await expectAccessibleAtBoth(scripted);
  await context.close();

  await press(page, "Set up an authenticator app");
  const secret = await secretOf(page);
  await page.getByLabel("Enter the code that the app shows").fill(wrongCode(secret));
  await press(page, "Confirm the code");
  await expect(page.getByText(message)).toBeVisible();
  await page.getByLabel("Enter the code that the app shows").fill(codeAt(secret));
  await press(page, "Confirm the code");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("link", { name: "Go to the desk" }).click();
  await expect(page).toHaveURL(`${app.url}/admin`);
  await page.context().close();
});

test("[V-MFA-2] the sign-in dialog of a session that ended while text was typed asks for the code too", async () => {
  const { page, secret } = await atTheCode(true);
  await page.getByLabel("Code").fill(codeAt(secret));
  await press(page, "Sign In");
  await expect(page).toHaveURL(`${app.url}/admin`);
  await page.goto(`${app.url}/admin/account`);
  await page.locator("#main[data-scripted]").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Anika Thompson");
  await app.query("delete from session");
  await app.query("update authenticators set last_step = 0");
  await press(page, "Save the name");
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Password").fill(admin.password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await dialog.getByLabel("Code").fill(codeAt(secret));
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Anika Thompson");
  await page.context().close();
});
