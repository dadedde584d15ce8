import type { Page } from "@playwright/test";
import { beforeEach, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { beforeScript, expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, openEditor } from "../../test/harness/browser/desk-browser";
import { inquiryId, inquiryRow, insertInquiries, whileRefused } from "../../test/harness/desk/inquiry-rows";
import { until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from visa_inquiries");
  await insertInquiries(app, 1, 6);
});

const path = "/admin/inquiries";
const row = async (name: string) => inquiryRow(app, await inquiryId(app, name));

const signedIn = (to = path) => openDesk(browser, app, to);
const status = (page: Page, name: string) => page.getByLabel(`Status of ${name}`, { exact: true });
const star = (page: Page, name: string) => page.getByRole("button", { name: `Priority of ${name}`, exact: true });

test("[A-INQ-10, A-INQ-11] choosing a status saves it, and clicking the star toggles it", async () => {
  const page = await signedIn();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  await status(page, "Person 3").selectOption("contacted");
  await until("the status", async () => (await row("Person 3"))?.status === "contacted");
  await star(page, "Person 3").click();
  await expect(page.getByRole("img", { name: "Priority" })).toBeVisible();
  await expect(star(page, "Person 3")).toHaveAttribute("aria-pressed", "true");
  await until("the priority", async () => (await row("Person 3"))?.priority === true);
  await close(page);
});

test("[A-INQ-22, A-INQ-23, K-KEEP-2] a failed change restores the old value and shows an error next to the control", async () => {
  await app.query("update visa_inquiries set status = 'contacted', priority = true where full_name = 'Person 3'");
  const page = await signedIn();
  await whileRefused(app, async () => {
    await star(page, "Person 3").click();
    await until("the log", () => app.output().includes("the priority of an inquiry could not be updated"));
    await expect(star(page, "Person 3")).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("alert")).toContainText("Not saved.");
    await expectAccessible(page);
  });
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await until("the priority", async () => (await row("Person 3"))?.priority === false);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await whileRefused(app, async () => {
    await status(page, "Person 3").selectOption("converted");
    await expect(page.getByRole("alert")).toContainText("Failed to update inquiry status");
    await expect(status(page, "Person 3")).toHaveValue("contacted");
  });
  // The server can't be reached: the page stays, and says the same.
  await page.context().setOffline(true);
  await status(page, "Person 3").selectOption("converted");
  await expect(page.getByRole("alert")).toContainText("Failed to update inquiry status");
  await expect(status(page, "Person 3")).toHaveValue("contacted");
  await page.context().setOffline(false);
  await close(page);
});

test("several selected inquiries get one status together", async () => {
  const page = await signedIn();
  await page.getByLabel("Select Person 2", { exact: true }).check();
  await page.getByLabel("Select Person 5", { exact: true }).check();
  await expect(page.getByText("2 chosen")).toBeVisible();
  await page.getByLabel("New status for the selected rows").selectOption("qualified");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("2 inquiries have a new status")).toBeVisible();
  await expect(status(page, "Person 5")).toHaveValue("qualified");
  for (const name of ["Person 2", "Person 5"]) expect(await row(name)).toMatchObject({ status: "qualified" });
  expect(await row("Person 3")).toMatchObject({ status: "new" });
  await close(page);
});

test("[A-INQ-12, A-INQ-16, A-INQ-24] the notes are saved visibly on blur, a failed save says so, and closing loses nothing", async () => {
  const id = await inquiryId(app, "Person 4");
  const page = await signedIn();
  await page.getByRole("link", { name: "View Person 4" }).click();
  await expect(page.getByRole("dialog", { name: "Person 4" })).toBeVisible();
  const notes = page.getByRole("textbox", { name: "Admin Notes" });
  await notes.fill("Asked for the letter.");
  await notes.blur();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await inquiryRow(app, id)).toMatchObject({ admin_notes: "Asked for the letter.", notes_revision: 1 });
  await whileRefused(app, async () => {
    await notes.fill("Asked twice.");
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Failed to update admin notes");
    await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(notes).toHaveValue("Asked twice.");
  });
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inquiries" })).toBeVisible();
  expect(await inquiryRow(app, id)).toMatchObject({ admin_notes: "Asked twice.", notes_revision: 2 });
  await close(page);
});

test("an admin never overwrites another's notes: the second one sees both versions and chooses", async () => {
  const id = await inquiryId(app, "Person 1");
  const [first, second] = [await signedIn(`${path}/${id}`), await signedIn(`${path}/${id}`)];
  await first.getByRole("textbox", { name: "Admin Notes" }).fill("From the first");
  await first.getByRole("textbox", { name: "Admin Notes" }).blur();
  await expect(first.getByText("Saved", { exact: true })).toBeVisible();
  await second.getByRole("textbox", { name: "Admin Notes" }).fill("From the second");
  await second.getByRole("textbox", { name: "Admin Notes" }).blur();
  await expect(second.getByRole("alert")).toContainText(`${admin.email} saved different notes while you were writing`);
  await expect(second.getByText("From the first")).toBeVisible();
  await expect(second.getByRole("textbox", { name: "Admin Notes" })).toHaveValue("From the second");
  await expectAccessibleAtBoth(second);
  expect(await inquiryRow(app, id)).toMatchObject({ admin_notes: "From the first", notes_revision: 1 });
  // Closing is blocked until the person has chosen.
  await second.getByRole("link", { name: "Close" }).click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
  await expect(second.getByRole("dialog")).toBeVisible();
  await second.getByRole("button", { name: "Keep mine" }).click();
  await expect(second.getByText("Saved", { exact: true })).toBeVisible();
  await expect(second.getByRole("alert")).toHaveCount(0);
  expect(await inquiryRow(app, id)).toMatchObject({ admin_notes: "From the second", notes_revision: 2 });
  await close(first);
  await close(second);
});

test("[A-INQ-17, A-INQ-25] Cancel and Escape keep the inquiry, a failed deletion says so, and Delete deletes it", async () => {
  const id = await inquiryId(app, "Person 6");
  const page = await signedIn(`${path}/${id}?status=new`);
  const deleteLink = page.getByRole("link", { name: "Delete Inquiry" });
  const question = page.getByRole("alertdialog");
  await deleteLink.click();
  await expect(question).toContainText("Are you sure you want to delete this inquiry?");
  await expect(question.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await deleteLink.click();
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  expect(await inquiryRow(app, id)).toBeDefined();
  await deleteLink.click();
  await whileRefused(app, async () => {
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(question.getByRole("alert")).toContainText("Failed to delete inquiry");
  });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The inquiry and its documents were deleted.")).toBeVisible();
  await expect(page).toHaveURL(`${app.url}${path}?status=new`);
  expect(await inquiryRow(app, id)).toBeUndefined();
  await close(page);
});

test("search, rows, opening and closing work by keyboard alone and return to the same row", async () => {
  const page = await signedIn();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("person");
  // The same row was listed before the search: wait until its link carries the search, or Close would lead back
  // without.
  await expect(page.getByRole("link", { name: "View Person 6" })).toHaveAttribute("href", /\?q=person$/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "View Person 6" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("link", { name: "View Person 5" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Person 5" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "View Person 5" })).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/inquiries\?q=person$/);
  await page.keyboard.press("Shift+Tab");
  await expect(star(page, "Person 5")).toBeFocused();
  await page.keyboard.press("Enter");
  await until("the priority", async () => (await row("Person 5"))?.priority === true);
  await close(page);
});

test("a search and a filter entered before the list's script has loaded are applied once it has", async () => {
  const page = await signedIn();
  await beforeScript(
    page,
    () => page.reload({ waitUntil: "commit" }),
    async () => {
      await page.getByRole("searchbox").fill("person 4");
      await page.getByText("More filters").click();
      await page.getByLabel("Priority", { exact: true }).selectOption("no");
    },
  );
  await expect(page).toHaveURL(/\/admin\/inquiries\?q=person\+4&priority=no$/);
  await expect(page.getByRole("link", { name: /^View Person/ })).toHaveCount(1);
  await expect(page.getByRole("searchbox")).toHaveValue("person 4");
  await expect(page.getByLabel("Priority", { exact: true })).toHaveValue("no");
  await close(page);
});

test("[A-INQ-19] the export button downloads the file and leaves the page as it is", async () => {
  const page = await signedIn(`${path}?q=person`);
  await openEditor(page, "More actions");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^visa-inquiries-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByRole("link", { name: "View Person 6" })).toBeVisible();
  await close(page);
});
