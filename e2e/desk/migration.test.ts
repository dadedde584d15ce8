import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { beforeAll, expect as same, test } from "vitest";
import { addApplications, fullMetadata, latestRun, rowCounts } from "../../test/harness/applicants/migration-data";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { admin, type Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});

async function openDesk(options: BrowserContextOptions): Promise<Page> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  await page.goto(`${program.url}/admin/login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.waitForURL(`${program.url}/admin`);
  return page;
}

const figures = (page: Page) => page.getByRole("region", { name: "Migration results" });

test("[W-MIG-3, W-MIG-4, W-MIG-5, W-MIG-8, W-MIG-9, W-MIG-17, A-MIG-2, A-MIG-3, A-MIG-4, A-MIG-8, A-MIG-9] a migration by keyboard", async () => {
  const [id = ""] = await addApplications(program, fullMetadata(), 150);
  await addApplications(program, {}, 2);
  const page = await openDesk({ viewport: { width: 1440, height: 900 } });
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Migration" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Migration" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/admin");
  await expect(main.getByRole("link", { name: "Applications" })).toHaveAttribute("href", "/admin/applications");
  await expect(main).toContainText(/safe to run repeatedly.*updates.*rather than.*duplicates/);
  await expectAccessible(page);

  // The focus is on Cancel: Enter and Escape both mean no.
  const all = main.getByRole("button", { name: "Migrate All Applications" });
  const question = page.getByRole("alertdialog", { name: "Migrate all applications?" });
  for (const key of ["Enter", "Escape"]) {
    await all.focus();
    await page.keyboard.press("Enter");
    await expect(question.getByRole("link", { name: "Cancel" })).toBeFocused();
    if (key === "Enter") await expectAccessible(page);
    await page.keyboard.press(key);
    await expect(question).toHaveCount(0);
  }
  same(await latestRun(program)).toBeUndefined();
  await all.focus();
  await page.keyboard.press("Enter");
  await expect(question.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "Yes, migrate all" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(figures(page)).toContainText(/Total Applications\s*152\s*Successful\s*150\s*Failed\s*2/);
  await expect(figures(page).getByText("No metadata found or invalid metadata format")).toHaveCount(2);
  await expectAccessible(page);

  const field = main.getByPlaceholder("Application ID (UUID)");
  await field.focus();
  await page.keyboard.press("Tab");
  await expect(main.getByRole("button", { name: "Migrate", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(main.getByRole("button", { name: "Verify" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(main.getByRole("alert")).toContainText("Please enter an application ID to verify");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(id);
  await page.keyboard.press("Enter");
  await expect(figures(page)).toContainText(/Total Applications\s*1\s*Successful\s*1\s*Failed\s*0/);
  await expect(field).toHaveValue(id);
  await main.getByRole("button", { name: "Verify" }).click();
  const verified = page.getByRole("region", { name: "Verification result" });
  await expect(verified).toContainText(/Steps in metadata\s*7 of 7\s*Tables with a row\s*7 of 7/);
  await expectAccessible(page);
  await field.fill("nobody");
  await main.getByRole("button", { name: "Verify" }).click();
  await expect(main.getByRole("alert")).toContainText("Verification failed: Application not found");
  await expect(field).toHaveValue("nobody");
  await expectAccessible(page);
  expectNoScriptErrors();
  await page.context().close();
});

test("[W-MIG-8, A-MIG-8] the page follows a run as it goes, and shows what came of it without being asked", async () => {
  const page = await openDesk({ viewport: { width: 360, height: 780 } });
  await program.query("delete from visa_applications");
  await addApplications(program, fullMetadata(), 6000);
  await page.goto(`${program.url}/admin/migration?confirm=all`);
  await page.getByRole("button", { name: "Yes, migrate all" }).click();
  const bar = page.getByRole("progressbar", { name: "Migration" });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await expect(bar).toHaveAttribute("aria-valuetext", /^[1-9][\d,]* of 6,000 applications$/);
  await expect(figures(page)).toContainText(/Total Applications\s*6,000\s*Successful\s*6,000\s*Failed\s*0/, {
    timeout: 60_000,
  });
  await expect(bar).toHaveCount(0);
  expectNoScriptErrors();
  await page.context().close();
});

test("[W-MIG-4, W-MIG-6, W-MIG-7, A-MIG-3] without JavaScript: the question, the run, the single field", async () => {
  await program.query("delete from visa_applications");
  const [id = ""] = await addApplications(program, fullMetadata(), 3);
  const before = await latestRun(program);
  const page = await openDesk({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  await page.goto(`${program.url}/admin/migration`);
  await page.getByRole("button", { name: "Migrate All Applications" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  same(await latestRun(program)).toEqual(before);
  same(await rowCounts(program, id)).toEqual([0, 0, 0, 0, 0, 0, 0]);

  for (const [button, message] of [
    ["Migrate", "Please enter an application ID"],
    ["Verify", "Please enter an application ID to verify"],
  ]) {
    await page.getByRole("button", { name: button ?? "", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(new RegExp(`${message}$`));
  }
  await page.getByLabel("Application ID").fill(id);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toContainText("Not verified");
  await expect(page.getByLabel("Application ID")).toHaveValue(id);

  await page.getByRole("button", { name: "Migrate All Applications" }).click();
  await page.getByRole("button", { name: "Yes, migrate all" }).click();
  await expect(async () => {
    const refresh = page.getByRole("link", { name: "Refresh" });
    if (await refresh.isVisible()) await refresh.click();
    await expect(figures(page)).toContainText(/Total Applications\s*3\s*Successful\s*3\s*Failed\s*0/, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.context().close();
});
