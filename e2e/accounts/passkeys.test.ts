import type { CDPSession, Page } from "@playwright/test";
import { afterAll, afterEach, beforeEach, expect as same, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { expectAccessibleAtBoth, signedInCookies } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
// Browsers know no passkeys of an address in numbers.
const site = app.url.replace("127.0.0.1", "localhost");
beforeEach(async () => {
  for (const table of ["passkeys", "recovery_codes", "limit_counts"]) await app.query(`delete from ${table}`);
});
afterEach(expectNoScriptErrors);

type Change = { hasUserVerification?: boolean; transport?: "usb" };
/** A device for passkeys, which confirms who uses it unless told otherwise. */
async function device(devtools: CDPSession, change: Change = {}) {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, automaticPresenceSimulation: true },
      ...{ hasUserVerification: true, isUserVerified: true, ...change },
    },
  });
  return authenticatorId;
}
/** The browser of all tests: its devices are those of one test, and nobody is signed in yet. */
const page = await (await openContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
const devtools = await page.context().newCDPSession(page);
beforeEach(async () => {
  await page.context().clearCookies();
  await devtools.send("WebAuthn.enable");
});
afterEach(() => devtools.send("WebAuthn.disable"));
afterAll(() => page.context().close());

/** Signed in without the form, and with a passkey on a device of this browser. */
async function withPasskey(name: string) {
  await device(devtools);
  await signedIn();
  await add(page, name);
  await expect(page.getByText("The passkey is added.")).toBeVisible();
}
async function signedIn() {
  const cookies = await signedInCookies(app);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site })));
}
async function enter(page: Page) {
  await app.query("delete from limit_counts");
  await page.goto(`${site}/admin/login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}
async function add(page: Page, name: string) {
  await page.goto(`${site}/admin/account`);
  await page.getByLabel("Name of a new passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}
const signOut = (page: Page) => page.context().clearCookies();
const byPasskey = async (page: Page) => {
  await page.goto(`${site}/admin/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
};

test("[V-PKEY-2, V-PKEY-5, V-PKEY-6] an added passkey signs in alone and after the password, and no longer once removed", async () => {
  await device(devtools);
  await enter(page);
  await expect(page).toHaveURL(`${site}/admin`);
  await add(page, "My phone");
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Keep your recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await expect(page.getByRole("region", { name: "Passkeys" })).toContainText("not used yet");

  await signOut(page);
  await byPasskey(page);
  await expect(page).toHaveURL(`${site}/admin`);
  await page.goto(`${site}/admin/account`);
  await expect(page.getByRole("region", { name: "Passkeys" })).toContainText("last used");

  await signOut(page);
  await enter(page);
  await expect(page).toHaveURL(`${site}/admin/login/code`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(`${site}/admin`);

  await app.query("delete from passkeys");
  await signOut(page);
  await byPasskey(page);
  await expect(page.getByRole("alert")).toHaveText("This passkey does not open an account here.");
  same((await page.context().cookies()).map(({ name }) => name)).not.toContain("lucaya_staff");
});

test("[V-PKEY-3] a device without user verification is refused when a passkey is added and at sign-in", async () => {
  const message =
    "Your device did not confirm that it is you. Unlock it with its PIN, fingerprint or face, then try again.";
  const unsure = await device(devtools, { hasUserVerification: false });
  await signedIn();
  await add(page, "A key without PIN");
  await expect(page.getByText(message)).toBeVisible();
  same(await app.query("select 1 from passkeys")).toEqual([]);
  await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: unsure });

  // The same passkey, once on a device that verifies and then on one that does not.
  const sure = await device(devtools);
  await add(page, "My key");
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await signOut(page);
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId: sure });
  await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: sure });
  const bare = await device(devtools, { hasUserVerification: false, transport: "usb" });
  for (const credential of credentials)
    await devtools.send("WebAuthn.addCredential", { authenticatorId: bare, credential });
  // In the second step: a browser keeps a passkey that it finds by itself for devices that verify.
  await enter(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(message);
  same((await page.context().cookies()).map(({ name }) => name)).not.toContain("lucaya_staff");
});

test("[V-FRESH-2, V-PKEY-1] a stale session reauthenticates with the passkey before another one is added", async () => {
  await withPasskey("My phone");
  await app.query("update session set fresh_at = now() - interval '1 hour'");
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByRole("button", { name: "Confirm", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Your new recovery codes are made.", { exact: false })).toBeVisible();
  await app.query("update session set fresh_at = now() - interval '1 hour'");
  await page.getByLabel("Name of a new passkey").fill("My second phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  // This device has a passkey of the account, so that it makes no other: it was asked only after the confirmation.
  await expect(page.getByText("No passkey was added: this device already has one for your account.")).toBeVisible();
  await expect(dialog).toBeHidden();
});

const staleDialog = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
const leaveStale = () => app.query("update session set fresh_at = now() - interval '1 hour'");

test("[V-FRESH-2, V-FRESH-6] an admin with passkeys only reauthenticates on the set-up page, and its form then continues", async () => {
  await withPasskey("My phone");
  await page.goto(`${site}/admin/account/second-factor`);
  await leaveStale();
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  await expectAccessibleAtBoth(page);
  await page.keyboard.press("Escape");
  await expect(staleDialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  await staleDialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Your new recovery codes are made.", { exact: false })).toBeVisible();
  await leaveStale();
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await staleDialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await expect(page.getByText("Setup was canceled. Nothing was changed.")).toBeVisible();
});

test("[V-FRESH-2, V-FRESH-4] an admin with passkeys only who opens a case's ZIP by URL is asked for the passkey, and the download then starts", async () => {
  const { id } = await submittedCase(app);
  await withPasskey("My phone");
  await leaveStale();
  await page.goto(`${site}/admin/applications/${id}/case.zip`);
  await expect(page.getByLabel("Your password")).toHaveCount(0);
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "confirm with your passkey" }).click();
  const zip = page.waitForEvent("download");
  await staleDialog(page).getByRole("button", { name: "Use a passkey" }).click();
  same((await zip).suggestedFilename()).toMatch(/\.zip$/);
  await expect(staleDialog(page)).toBeHidden();
  await expect(page).toHaveURL(`${site}/admin/account/second-factor`);
});

test("[V-PKEY-5, V-MFA-2] the sign-in dialog of an ended session accepts a passkey and sends no empty code", async () => {
  await withPasskey("My phone");
  await page.goto(`${site}/admin/account`);
  await page.locator("#main[data-scripted]").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Anika Thompson");
  await app.query("delete from session");
  await page.getByRole("button", { name: "Save the name" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Password").fill(admin.password);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Sign In", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Anika Thompson");
});

test("[F-DESK-15, V-PKEY-6] a failed passkey leaves the page in place with the reason and what to do", async () => {
  await device(devtools);
  await byPasskey(page);
  const goOn = "Try again, or sign in with your password.";
  const expectMessage = (why: string) =>
    expect(page.getByRole("alert")).toHaveText(`No passkey was used: ${why} ${goOn}`);
  await expectMessage("this device has none for this site, or the question was canceled or took too long.");
  await expect(page).toHaveURL(`${site}/admin/login`);
  // Browsers know no passkeys of an address in numbers.
  await page.goto(`${site.replace("localhost", "127.0.0.1")}/admin/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectMessage("passkeys do not work at the address 127.0.0.1. Open the site by its name.");
  await page.goto(`${site}/admin/login`);
  await page.route("**/admin/login/passkey", (route) => route.abort());
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText("You seem to be offline. Please try again.");
  await page.unroute("**/admin/login/passkey");
});

test("[V-PKEY-2] the passkey button is absent without JavaScript and in a browser without passkeys", async () => {
  const bare = await (await openContext(browser, { javaScriptEnabled: false })).newPage();
  await bare.goto(`${site}/admin/login`);
  const without = await (await openContext(browser)).newPage();
  await without.addInitScript("delete window.PublicKeyCredential");
  await without.goto(`${site}/admin/login`);
  await without.waitForFunction(() => history.scrollRestoration === "manual");
  for (const tab of [bare, without]) {
    await expect(tab.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
    await expect(tab.getByRole("button", { name: /passkey/ })).toHaveCount(0);
    await tab.context().close();
  }
});
