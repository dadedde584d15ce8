import { beforeEach, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, openDesk, press, pressButton, scripted, sized } from "../../test/harness/browser/desk-browser";
import { openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
await insertApplications(app, 1, 2);
await insertInquiries(app, 1, 3);
beforeEach(async () => {
  await app.query("delete from undo_offers");
});

const ownerOf = async (number: string) =>
  (
    await app.query<{ email: string | null }>(
      "select o.email from visa_applications a left join admin_users o on o.id = a.owner_id where application_number = $1",
      [number],
    )
  )[0]?.email ?? null;
const inquiryStatus = async (name: string) =>
  (await app.query<{ status: string }>("select status from visa_inquiries where full_name = $1", [name]))[0]?.status;

test("[K-KEY-7, K-OWN-2] an owner in a row is saved by Enter and not while arrow keys move, and Escape restores it", async () => {
  const page = await openDesk(browser, app, "/admin/applications?sort=oldest", sized(1440));
  const owner = page.getByLabel("Owner of T-001", { exact: true });
  await owner.focus();
  await press(page, "ArrowDown");
  await expect(owner.locator("option:checked")).toHaveText(admin.email);
  await expect(page.getByRole("status").filter({ hasText: "Press Enter to save or Escape to cancel" })).toBeVisible();
  await press(page, "Escape");
  await expect(owner).toHaveValue("");
  await press(page, "ArrowDown", "Tab");
  await expect(owner).toHaveValue("");
  expect(await ownerOf("T-001")).toBeNull();
  await owner.focus();
  await press(page, "ArrowDown", "Enter");
  await expect.poll(() => ownerOf("T-001")).toBe(admin.email);
  await close(page);
});

test("[K-KEY-7, K-OWN-2] an owner on a page is saved by Enter only, and one that can't be saved stays selected", async () => {
  const page = await openDesk(browser, app, "/admin/applications?sort=oldest", sized(1440));
  await page.getByRole("link", { name: "View T-002" }).click();
  await expect(page.getByRole("dialog", { name: "T-002" })).toBeVisible();
  const owner = page.getByRole("combobox", { name: "Owner", exact: true });
  await owner.focus();
  await press(page, "ArrowDown");
  await expect(owner.locator("option:checked")).toHaveText(admin.email);
  await press(page, "Escape");
  await expect(owner).toHaveValue("");
  await expect(page.getByRole("dialog", { name: "T-002" })).toBeVisible();
  await page.context().setOffline(true);
  await press(page, "ArrowDown", "Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Not saved." })).toBeVisible();
  await expect(owner.locator("option:checked")).toHaveText(admin.email);
  await page.context().setOffline(false);
  expect(await ownerOf("T-002")).toBeNull();
  await pressButton(page, "Try again");
  await expect.poll(() => ownerOf("T-002")).toBe(admin.email);
  await expect(owner.locator("option:checked")).toHaveText(admin.email);
  await close(page);
});

test("[K-KEY-7] on a Mac, where an arrow key opens the browser's list, the chosen option is saved", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries", sized(1440));
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "platform", { get: () => "MacIntel" }));
  await page.reload();
  await scripted(page);
  await page.getByLabel("Status of Person 1", { exact: true }).focus();
  await press(page, "ArrowDown");
  await expect.poll(() => inquiryStatus("Person 1")).toBe("in_review");
  await close(page);
});

test("[K-REP-1] a filter of the reports keeps the focus when it changes, and follows Back", async () => {
  const page = await openDesk(browser, app, "/admin", sized(1440));
  await page.getByRole("link", { name: "Reports", exact: true }).first().click();
  const service = page.getByLabel("Service", { exact: true });
  await service.focus();
  await service.selectOption({ label: "Canadian eTA" });
  await page.waitForURL(/service=[0-9a-f-]{36}/);
  await expect(page.getByRole("link", { name: "All services" })).toBeVisible();
  await expect(service).toBeFocused();
  await page.getByRole("link", { name: "All services" }).click();
  await expect(service).toHaveValue("");
  await page.goBack();
  await expect(service.locator("option:checked")).toHaveText("Canadian eTA");
  await close(page);
});

test("[K-UNDO-1] the focus on Undo is not lost when its notice disappears", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries", sized(1440));
  const star = page.getByRole("button", { name: "Priority of Person 2", exact: true });
  await star.focus();
  await press(page, "Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await press(page, "Enter");
  await expect(page.getByRole("status").filter({ hasText: "Undone." })).toBeVisible();
  await expect(star).toBeFocused();
  await close(page);
});

test("[K-ROWS-2] the number of selected rows is announced from the first one on", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries", sized(1440));
  const status = page.getByRole("form", { name: "Change selected inquiries" }).getByRole("status");
  await expect(status).toHaveText([""]);
  await expect(page.getByRole("button", { name: "Clear selection" })).toHaveCount(0);
  await page.getByLabel("Select Person 1", { exact: true }).check();
  await expect(status).toHaveText("1 chosen");
  await close(page);
});

test("Escape in a phone's menu closes only the menu", async () => {
  const page = await openDesk(browser, app, "/admin/applications?sort=oldest", sized(360));
  await page.getByRole("link", { name: "View T-001" }).click();
  await expect(page.getByRole("dialog", { name: "T-001" })).toBeVisible();
  const menu = page.locator("summary", { hasText: "Menu" });
  await menu.click();
  await expect(page.getByRole("navigation", { name: "Staff" })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("navigation", { name: "Staff" })).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(page.getByRole("dialog", { name: "T-001" })).toBeVisible();
  await close(page);
});

test("[K-KEEP-2] hidden answers that could not be revealed show an error", async () => {
  const opened = await submittedCase(app);
  const page = await openAtDesk(browser, app, opened);
  await pressButton(page, "Unfold all");
  await page.context().setOffline(true);
  await pressButton(page, /^Reveal the hidden answers/);
  const alert = page.getByRole("alert").filter({ hasText: "We couldn’t reveal the hidden answers." });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Hidden answers in .* are now shown/)).toHaveCount(1);
  await expect(alert).toHaveCount(0);
  await close(page);
});
