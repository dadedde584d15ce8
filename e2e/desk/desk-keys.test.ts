import { expect as same, test } from "vitest";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { expect } from "../../test/harness/browser/browser";
import { close, expectTrapped, openDesk, press } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
await insertApplications(app, 1, 5);

const list = "/admin/applications";

test("[A-APPD-18] an application's status can be set by keyboard alone, and the mail preview traps the focus and restores it", async () => {
  const page = await openDesk(browser, app, list);
  await page.getByRole("link", { name: "View T-002" }).focus();
  await press(page, "Enter");
  const update = page.getByRole("button", { name: "Update Status" });
  await update.focus();
  await press(page, "Enter");
  await expect(page.getByRole("alert")).toContainText("Please select a status.");
  await page.getByLabel("New status").focus();
  await page.keyboard.type("Under");
  await expect(page.getByLabel("New status")).toHaveValue("under_review");
  await press(page, "Tab");
  await expect(page.getByLabel("Message to the applicant")).toBeFocused();
  await page.keyboard.type("We are reading it.");
  await press(page, "Tab", "Enter");
  const preview = page.getByRole("dialog", { name: "Email preview (not sent yet)" });
  await expect(preview).toBeVisible();
  await expectTrapped(page);
  // While the focus is inside the mail's frame, the page does not get the keys.
  await preview.getByRole("button", { name: "Back to the message" }).focus();
  await press(page, "Escape");
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Preview the email" })).toBeFocused();
  await expect(page.getByLabel("Message to the applicant")).toHaveValue("We are reading it.");
  await press(page, "Tab", "Enter");
  await expect(page.getByRole("alert")).toContainText("Status updated successfully!");
  await expect(page.getByRole("row").filter({ hasText: "T-002" })).toContainText("Under Review");
  await close(page);
});

test("confirmation dialogs trap the focus, Escape cancels, and the focus returns to the control that opened them", async () => {
  const page = await openDesk(browser, app, "/admin/services");
  for (const name of ["Delete Canadian eTA", "Deactivate Canadian eTA"]) {
    const opener = page.getByRole("link", { name, exact: true });
    await opener.focus();
    await press(page, "Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
    await expectTrapped(page);
    await press(page, "Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  same(await app.query("select 1 from visa_services where slug = 'canadian-eta' and is_active")).toHaveLength(1);
  await close(page);
});

test("[A-SVC-3] the editor's tabs can be walked with arrow keys, Home and End, and Escape closes the editor", async () => {
  const page = await openDesk(browser, app, "/admin/services");
  await page.getByRole("link", { name: "Edit Canadian eTA" }).focus();
  await press(page, "Enter");
  const selected = (name: string) => expect(page.getByRole("tab", { name, selected: true })).toBeFocused();
  await page.getByRole("tab", { name: "Basic Info" }).focus();
  for (const name of ["Pricing", "Requirements", "Content", "Advanced", "Basic Info"]) {
    await press(page, "ArrowRight");
    await selected(name);
  }
  await press(page, "End");
  await selected("Advanced");
  await press(page, "ArrowLeft");
  await selected("Content");
  await press(page, "Home");
  await selected("Basic Info");
  await press(page, "Tab");
  await expect(page.getByLabel("Service name")).toBeFocused();
  await page.getByRole("tab", { name: "Basic Info" }).focus();
  await press(page, "Escape");
  await page.waitForURL(/\/admin\/services$/);
  await close(page);
});
