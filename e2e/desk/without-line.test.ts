import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, expect as same, test } from "vitest";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

let program: Program;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
afterEach(() => close(page));

test("a screen that was seen before and is opened while the line is cut says so, and comes at a press once it is back", async () => {
  page = await openDesk(browser, program, "/admin/applications");
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
  const asked = page.waitForEvent("requestfailed");
  await again.click();
  await asked;
  await expect(heading).toHaveText("This screen could not be loaded");

  await page.context().setOffline(false);
  await again.click();
  await expect(heading).toHaveText("Emails");
  same(new URL(page.url()).pathname).toBe("/admin/emails");
});

test("a screen whose answer is a failure says that it is ours, inside the frame", async () => {
  page = await openDesk(browser, program, "/admin/applications");
  await page.route(/emails\.data/, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("link", { name: "Emails" }).first().click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    "Something went wrong on our side",
  );
  await expect(page.getByRole("link", { name: "Back to the dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Applications", exact: true }).first()).toBeVisible();
  await page.unroute(/emails\.data/);
});
