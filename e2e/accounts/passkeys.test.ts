import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect as same, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { chromiumProgram, needsDebian } from "../../test/harness/debian";
import { admin, type Program, removeFolders, startProgram } from "../../test/harness/program";

const isThere = needsDebian(chromiumProgram);
let program: Program;
let browser: Browser;
let site: string;
beforeAll(async () => {
  if (!isThere) return;
  program = await startProgram();
  // Browsers know no passkeys of an address in numbers.
  site = program.url.replace("127.0.0.1", "localhost");
  browser = await chromium.launch({
    executablePath: chromiumProgram.path,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  });
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await removeFolders();
});

/** A browser with a device of its own for passkeys, which confirms who uses it unless told otherwise. */
async function withDevice(change: { hasUserVerification?: boolean; isUserVerified?: boolean } = {}) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, automaticPresenceSimulation: true },
      ...{ hasUserVerification: true, isUserVerified: true, ...change },
    },
  });
  return { page, devtools, authenticatorId };
}
async function enter(page: Page) {
  await program.query("delete from limit_counts");
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

test("[V-PKEY-2, V-PKEY-5, V-PKEY-6] a passkey is added, signs in by itself and after the password, and once removed no more", async () => {
  const { page } = await withDevice();
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

  await program.query("delete from passkeys");
  await signOut(page);
  await byPasskey(page);
  await expect(page.getByRole("alert")).toHaveText("This passkey does not open an account here.");
  same((await page.context().cookies()).map(({ name }) => name)).not.toContain("lucaya_staff");
  await page.context().close();
});

test("[V-PKEY-3] a device that does not confirm who uses it is refused when it is added and when it signs in", async () => {
  const words =
    "Your device did not confirm that it is you. Unlock it with its PIN, fingerprint or face, then try again.";
  const { page, devtools, authenticatorId } = await withDevice({ hasUserVerification: false });
  await enter(page);
  await add(page, "A key without PIN");
  await expect(page.getByText(words)).toBeVisible();
  same(await program.query("select 1 from passkeys")).toEqual([]);
  await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  await page.context().close();
});

test("[V-PKEY-6] a canceled attempt leaves the page with what to do", async () => {
  const { page } = await withDevice();
  await byPasskey(page);
  await expect(page.getByRole("alert")).toHaveText("No passkey was used. Try again, or sign in with your password.");
  await expect(page).toHaveURL(`${site}/admin/login`);
  await page.context().close();
});

test("[V-PKEY-2] without script, and in a browser that knows no passkeys, the button is not there", async () => {
  const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await bare.goto(`${site}/admin/login`);
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript("delete window.PublicKeyCredential");
  await page.goto(`${site}/admin/login`);
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  for (const one of [bare, page]) {
    await expect(one.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
    await expect(one.getByRole("button", { name: /passkey/ })).toHaveCount(0);
    await one.context().close();
  }
});
