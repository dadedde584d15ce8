import type { Page } from "@playwright/test";
import pg from "pg";
import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import { embeddedUrl } from "../../test/harness/app-server";
import { addApplications, fullMetadata, latestRun } from "../../test/harness/applicants/migration-data";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor, press, sized } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

const figures = (page: Page) => page.getByRole("region", { name: "Migration results" });

describe("the migration by keyboard", () => {
  let page: Page;
  let id = "";
  beforeAll(async () => {
    [id = ""] = await addApplications(app, fullMetadata(), 150);
    await addApplications(app, {}, 2);
    page = await openDesk(browser, app, "/admin", sized(1440));
    await openEditor(page, "More actions");
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Migration" }).click();
  });
  afterAll(() => page && close(page));

  const main = () => page.getByRole("main");
  const field = () => main().getByPlaceholder("Application ID (UUID)");
  const button = (name: string) => main().getByRole("button", { name, exact: true });
  const question = () => page.getByRole("alertdialog", { name: "Migrate all applications?" });
  async function requestMigration() {
    await button("Migrate All Applications").focus();
    await press(page, "Enter");
    await expect(question().getByRole("link", { name: "Cancel" })).toBeFocused();
  }

  test("[W-MIG-3, A-MIG-2] the buttons lead to the dashboard and to the applications", async () => {
    await expect(main().getByRole("heading", { level: 1, name: "Migration" })).toBeVisible();
    await expect(main().getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/admin");
    await expect(main().getByRole("link", { name: "Applications" })).toHaveAttribute("href", "/admin/applications");
  });

  test("[W-MIG-9, A-MIG-9] the page says that a run is safe to repeat, and updates instead of duplicating", async () => {
    await expect(main()).toContainText(/safe to run repeatedly.*updates.*rather than.*duplicates/);
  });

  test("[W-MIG-5, A-MIG-4] Migrate and Verify follow the field in the tab order", async () => {
    await field().focus();
    await press(page, "Tab");
    await expect(button("Migrate")).toBeFocused();
    await press(page, "Tab");
    await expect(button("Verify")).toBeFocused();
  });

  test("[W-MIG-4, A-MIG-3] the confirmation focuses Cancel, and Enter and Escape both cancel", async () => {
    for (const key of ["Enter", "Escape"]) {
      await requestMigration();
      await press(page, key);
      await expect(question()).toHaveCount(0);
    }
    same(await latestRun(app)).toBeUndefined();
  });

  test("[W-MIG-8, A-MIG-8] Yes migrates all applications, and the counts show how many and what failed", async () => {
    await requestMigration();
    await press(page, "Tab");
    await expect(question().getByRole("button", { name: "Yes, migrate all" })).toBeFocused();
    await press(page, "Enter");
    await expect(figures(page)).toContainText(/Total Applications\s*152\s*Successful\s*150\s*Failed\s*2/);
    await expect(figures(page).getByText("No metadata found or invalid metadata format")).toHaveCount(2);
    await expectAccessible(page);
  });

  test("[W-MIG-7, A-MIG-6] Verify with an empty field reports it and focuses the field", async () => {
    await button("Verify").focus();
    await press(page, "Enter");
    await expect(main().getByRole("alert")).toContainText("Please enter an application ID to verify");
    await expect(field()).toBeFocused();
  });

  test("[W-MIG-8] Enter in the field migrates that application and keeps its id", async () => {
    await page.keyboard.type(id);
    await press(page, "Enter");
    await expect(figures(page)).toContainText(/Total Applications\s*1\s*Successful\s*1\s*Failed\s*0/);
    await expect(field()).toHaveValue(id);
  });

  test("[W-MIG-17, A-MIG-7] a verification compares steps and rows, and a failed one shows why", async () => {
    await button("Verify").click();
    const verified = page.getByRole("region", { name: "Verification result" });
    await expect(verified).toContainText(/Steps in metadata\s*7 of 7\s*Tables with a row\s*7 of 7/);
    await field().fill("nobody");
    await button("Verify").click();
    await expect(main().getByRole("alert")).toContainText("Verification failed: Application not found");
    await expect(field()).toHaveValue("nobody");
    await expectAccessible(page);
  });
});

test("[W-MIG-8, A-MIG-8, T-BYTES-5] the page follows a running migration and shows its result by itself", async () => {
  await app.query("delete from visa_applications");
  await addApplications(app, fullMetadata(), 250);
  // The run waits in its third batch of a hundred for as long as the test holds the last application.
  const holder = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
  await holder.connect();
  const page = await openDesk(browser, app, "/admin/migration?confirm=all", sized(360));
  try {
    await holder.query("begin; select 1 from visa_applications order by id desc limit 1 for update");
    await page.getByRole("button", { name: "Yes, migrate all" }).click();
    const bar = page.getByRole("progressbar", { name: "Applications migrated" });
    await expect(bar).toHaveAttribute("aria-valuetext", "200 of 250");
    await expectAccessible(page);
    await holder.query("rollback");
    await expect(figures(page)).toContainText(/Total Applications\s*250\s*Successful\s*250\s*Failed\s*0/);
    await expect(bar).toHaveCount(0);
  } finally {
    await holder.end();
  }
  await close(page);
});
