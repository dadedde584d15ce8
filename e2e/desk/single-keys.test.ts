import type { Page } from "@playwright/test";
import { test } from "vitest";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, expectTrapped, goTo, openDesk, press } from "../../test/harness/browser/desk-browser";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
await insertApplications(app, 1, 3);
await insertInquiries(app, 1, 3);

const keys = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const focused = (page: Page, name: string) => expect(page.getByRole("link", { name })).toBeFocused();
const listed = (page: Page, does: string) => keys(page).getByRole("definition").filter({ hasText: does });

test("[K-KEY-1] ? lists the keys of the current screen, and Escape closes it and restores the focus", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries");
  await press(page, "j", "j");
  await focused(page, "View Person 2");
  await press(page, "?");
  await expect(keys(page)).toBeVisible();
  for (const does of ["Go to the next row", "Select or deselect the row", "Open the row’s status", "Find a case"])
    await expect(listed(page, does)).toBeVisible();
  await expectTrapped(page);
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(keys(page)).toHaveCount(0);
  await focused(page, "View Person 2");
  await goTo(page, app, "/admin/migration");
  await press(page, "?");
  await expect(listed(page, "Find a case")).toBeVisible();
  await expect(listed(page, "row")).toHaveCount(0);
  await close(page);
});

test("[K-KEY-5] in a list j and k move between rows, x selects, e opens the status, a the owner, and Enter the record", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries");
  await press(page, "j", "j", "j", "j");
  await focused(page, "View Person 1");
  await press(page, "k");
  await focused(page, "View Person 2");
  const checkbox = page.getByLabel("Select Person 2", { exact: true });
  await press(page, "x");
  await expect(checkbox).toBeChecked();
  await focused(page, "View Person 2");
  await press(page, "x");
  await expect(checkbox).not.toBeChecked();
  await press(page, "e");
  await expect(page.getByLabel("Status of Person 2", { exact: true })).toBeFocused();
  await press(page, "Escape");
  await page.getByRole("link", { name: "View Person 2" }).focus();
  await press(page, "a");
  await expect(page.getByLabel("Owner of Person 2", { exact: true })).toBeFocused();
  await press(page, "Escape");
  await page.getByRole("link", { name: "View Person 2" }).focus();
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "Person 2" })).toBeVisible();
  await close(page);
});

test("[K-KEY-5] on a record's page j and k open its neighbors in the list, e goes to the status and a to the owner", async () => {
  const page = await openDesk(browser, app, `/admin/inquiries/${await inquiryId(app, "Person 2")}`);
  await press(page, "j");
  await expect(page.getByRole("dialog", { name: "Person 1" })).toBeVisible();
  await press(page, "k");
  await expect(page.getByRole("dialog", { name: "Person 2" })).toBeVisible();
  await press(page, "k");
  await expect(page.getByRole("dialog", { name: "Person 3" })).toBeVisible();
  await press(page, "e");
  await expect(page.getByLabel("Status of Person 3", { exact: true })).toBeFocused();
  await press(page, "Escape");
  await page.locator("#main").focus();
  await press(page, "a");
  await expect(page.getByLabel("Owner", { exact: true })).toBeFocused();
  await close(page);
});

test("[K-KEY-6] single keys do nothing in a text field, a select, a dialog, or with Ctrl, Alt or ⌘", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries");
  const nothing = async () => {
    await expect(keys(page)).toHaveCount(0);
    await expect(page.getByRole("row").getByRole("checkbox", { checked: true })).toHaveCount(0);
  };
  await press(page, "j");
  await focused(page, "View Person 3");
  await press(page, "Alt+x", "Alt+j", "Meta+x", "Control+e");
  await focused(page, "View Person 3");
  await nothing();
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.type("jkxea?");
  await expect(search).toHaveValue("jkxea?");
  await nothing();
  await search.fill("");
  await page.getByText("More filters").click();
  await page.getByRole("combobox", { name: "Priority" }).focus();
  await press(page, "j", "x", "?");
  await expect(page.getByRole("combobox", { name: "Priority" })).toBeFocused();
  await nothing();
  await goTo(page, app, `/admin/inquiries/${await inquiryId(app, "Person 1")}/delete`);
  await press(page, "e", "?");
  await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await expect(keys(page)).toHaveCount(0);
  await close(page);
});

test("[K-KEY-6] single keys turned off in the account are off for this admin on every device until turned on", async () => {
  const otherPage = await openDesk(browser, app, "/admin/inquiries");
  const page = await openDesk(browser, app, "/admin/account");
  await page.getByLabel("Single-key shortcuts").uncheck();
  const save = page.getByRole("region", { name: "Keyboard" }).getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByText("Saved. Single-key shortcuts are off.")).toBeVisible();
  await press(page, "?");
  await expect(keys(page)).toHaveCount(0);
  await goTo(otherPage, app, "/admin/inquiries");
  await press(otherPage, "j", "j", "?", "/");
  await expect(keys(otherPage)).toHaveCount(0);
  await expect(otherPage.getByRole("searchbox")).not.toBeFocused();
  await press(otherPage, "ArrowDown");
  await focused(otherPage, "View Person 3");
  await press(otherPage, "Control+k");
  await otherPage.keyboard.type("show keyboard");
  await press(otherPage, "Enter");
  await expect(keys(otherPage)).toContainText("Single-key shortcuts are off.");
  await expect(listed(otherPage, "Select or deselect the row")).toHaveCount(0);
  await page.getByLabel("Single-key shortcuts").check();
  await save.click();
  await expect(page.getByText("Saved. Single-key shortcuts are on.")).toBeVisible();
  await press(page, "?");
  await expect(keys(page)).toBeVisible();
  await close(otherPage);
  await close(page);
});
