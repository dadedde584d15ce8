import type { Page } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { expect, expectAccessible, expectScriptErrors } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let page: Page;
const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(() => close(page));

test("a visited screen opened offline says so, and Try again opens it once the connection is back", async () => {
  page = await openDesk(browser, app, "/admin/applications");
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  const again = page.getByRole("link", { name: "Try again" });
  await page.getByRole("link", { name: "Emails" }).first().click();
  await expect(heading).toHaveText("Emails");
  await page.goBack();
  await expect(heading).toHaveText("Applications");

  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Emails" }).first().click();
  await expect(heading).toHaveText("This screen could not be loaded");
  await expect(page.getByRole("main")).not.toContainText("on our side");
  await expectAccessible(page);
  const failedRequest = page.waitForEvent("requestfailed", (request) => request.url().includes("emails.data"));
  await again.click();
  await failedRequest;
  await expect(heading).toHaveText("This screen could not be loaded");

  await page.context().setOffline(false);
  await again.click();
  await expect(heading).toHaveText("Emails");
  same(new URL(page.url()).pathname).toBe("/admin/emails");
});

test("a new screen opened offline leaves the page in place, and opens by itself once the connection is back", async () => {
  page = await openDesk(browser, app, "/admin/applications");
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Reports" }).first().click();
  const notice = page.getByRole("alert").filter({ hasText: "Your device couldn’t reach us" });
  await expect(notice).toBeVisible();
  await expect(heading).toHaveText("Applications");
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(heading).toHaveText("Reports");
  await expect(notice).toBeHidden();
  same(new URL(page.url()).pathname).toBe("/admin/reports");
  expectScriptErrors(/route module|dynamically imported module/);
});

test("a status chosen in a list while offline may be lost, and the list is reloaded once the connection is back", async () => {
  const { id } = await submittedCase(app);
  page = await openDesk(browser, app, "/admin/applications");
  const status = page.getByRole("combobox", { name: /^Status of/ });
  await page.context().setOffline(true);
  await status.selectOption("under_review");
  const notice = page.getByRole("alert").filter({ hasText: "what you just sent may not have arrived" });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
  await expect(status).toHaveValue("submitted");
  same(await app.query("select status from visa_applications where id = $1", [id])).toEqual([{ status: "submitted" }]);
  expectScriptErrors(/route module|dynamically imported module/);
});

test("a screen whose request fails shows our error page inside the desk's layout", async () => {
  page = await openDesk(browser, app, "/admin/applications");
  await page.route(/emails\.data/, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("link", { name: "Emails" }).first().click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    "Something went wrong on our side",
  );
  await expect(page.getByRole("link", { name: "Back to the dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Applications", exact: true }).first()).toBeVisible();
  await page.unroute(/emails\.data/);
});
