import type { Page } from "@playwright/test";
import { test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { openEditor } from "../../test/harness/browser/desk-browser";
import { staffBrowsers } from "../../test/harness/browser/session-browser";
import { insertAppointment } from "../../test/harness/desk/appointments";

const { app, fixtures, staff } = await staffBrowsers();

const expire = () => app.query("update session set expires_at = now() - interval '1 minute'");

/** Signs in again in the dialog of the page: first wrongly, then as it should be. */
async function signInAgain(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(page.locator("#main")).toBeHidden();
  await page.clock.resume();
  // It is never closed, not even for a moment: then Escape would be the page's, and lead to its list.
  const closings = await dialog.evaluateHandle((element) => {
    const seen: Event[] = [];
    element.addEventListener("close", (event) => seen.push(event));
    return seen;
  });
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await closings.evaluate((seen) => seen.length)).toBe(0);
  await dialog.getByLabel("Password").fill("not this one");
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Invalid email or password");
  await expect(dialog.getByLabel("Email")).toHaveValue(admin.email);
  await dialog.getByLabel("Password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.locator("#main")).toBeVisible();
}

test("saving the service editor after the session ended asks for the password in place and then saves", async () => {
  const id = await fixtures.service();
  const page = await staff.at(`/admin/services/${id}`);
  await page.getByLabel("Visa type").fill("Kept through the night");
  await page.getByLabel("Service name").fill("Renamed before it ended");
  await expire();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
  // axe waits by the page's clock.
  await page.clock.resume();
  await expectAccessible(page);
  await signInAgain(page);
  await expect(page.getByRole("alert")).toHaveText("Service updated");
  const rows = await app.query("select service_name, visa_type from visa_services where id = $1", [id]);
  expect(rows).toEqual([{ service_name: "Renamed before it ended", visa_type: "Kept through the night" }]);
});

test("a session that ends while a note is typed asks to sign in, and then restores text, cursor and scroll position", async () => {
  const page = await staff.at(`/admin/applications/${fixtures.application}`);
  await openEditor(page, "Write a note");
  const note = page.getByLabel("New note");
  await note.fill("Rang her; the letter comes on Mon");
  await note.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(9, 9));
  const scrolled = await page.evaluate(() => window.scrollY);
  await expire();
  await page.clock.runFor(30_000);
  await signInAgain(page);
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("Rang her; the letter comes on Mon");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await page.keyboard.press("End");
  await page.keyboard.type("day");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "the letter comes on Monday" })).toBeVisible();
});

test("a status message typed while the session ended is sent as one status and one mail with its full text", async () => {
  await insertAppointment(app, fixtures.application);
  const page = await staff.at(`/admin/applications/${fixtures.application}`);
  await page.getByLabel("New status").selectOption("interview_scheduled");
  await page.getByLabel("Message to the applicant").fill("Please come on Tuesday at ten.");
  await expire();
  await page.getByRole("button", { name: "Update Status" }).click();
  await signInAgain(page);
  await expect(page.getByText("Status updated successfully! Email notification sent to applicant.")).toBeVisible();
  const mails = await app.query(
    `select template_data->>'statusMessage' as message from email_notifications
     where application_id = $1 and email_type = 'status_update'`,
    [fixtures.application],
  );
  expect(mails).toEqual([{ message: "Please come on Tuesday at ten." }]);
});

test("an inquiry's notes saved on blur after the session ended wait for the sign-in", async () => {
  const id = await fixtures.inquiry();
  const page = await staff.at(`/admin/inquiries/${id}`);
  await page.getByRole("textbox", { name: "Admin Notes" }).fill("Wants to travel in May");
  await expire();
  await page.getByRole("textbox", { name: "Admin Notes" }).blur();
  await signInAgain(page);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const rows = await app.query("select admin_notes from visa_inquiries where id = $1", [id]);
  expect(rows).toEqual([{ admin_notes: "Wants to travel in May" }]);
});

test("signing in from another tab closes the dialog and restores the typed text", async () => {
  const page = await staff.at(`/admin/applications/${fixtures.application}`);
  await openEditor(page, "Write a note");
  await page.getByLabel("New note").fill("Half a thought");
  await expire();
  await page.clock.runFor(30_000);
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
  const otherTab = await page.context().newPage();
  await staff.signIn(otherTab, "/admin");
  await page.clock.runFor(30_000);
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeHidden();
  await expect(page.getByLabel("New note")).toHaveValue("Half a thought");
});

test("[V-MFA-10] a session that ends with an overdue second factor says so in the dialog and keeps the typed text", async () => {
  const page = await staff.at(`/admin/applications/${fixtures.application}`);
  await openEditor(page, "Write a note");
  const note = page.getByLabel("New note");
  await note.fill("Her letter came");
  await expire();
  await app.query("update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date - 1");
  await page.clock.runFor(30_000);
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await page.clock.resume();
  await dialog.getByLabel("Password").fill(admin.password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await expect(dialog.getByRole("status")).toContainText("Your account needs a second factor");
  await expect(dialog.getByRole("link", { name: "Set it up in a new tab" })).toHaveAttribute(
    "href",
    "/admin/account/second-factor",
  );
  await expectAccessible(page);
  await app.query("update admin_users set second_factor_by = null");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
  await expect(note).toHaveValue("Her letter came");
});
