import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, expectTrapped, goTo, openDesk, press, scripted, sized } from "../../test/harness/browser/desk-browser";
import { inquiryId, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const colleague = { email: "colleague@lucaya.example", password: "the lamp on the pier" };

const app = await sharedApp();
const browser = await sharedBrowser();
await insertApplications(app, 1, 9);
await insertInquiries(app, 1, 3);
const inquiry = await inquiryId(app, "Person 2");
const superAdmin = await openDesk(browser, app, "/admin/users");
const form = superAdmin.getByRole("region", { name: "Create an admin" });
await form.getByLabel("Email").fill(colleague.email);
await form.getByLabel("Password", { exact: true }).fill(colleague.password);
await form.getByLabel("Confirm password").fill(colleague.password);
await superAdmin.getByRole("button", { name: "Create Admin" }).click();
await expect(superAdmin.getByText(`Admin user ${colleague.email} created successfully!`)).toBeVisible();
await close(superAdmin);

const palette = (page: Page) => page.getByRole("dialog", { name: "Find anything" });
const combobox = (page: Page) => palette(page).getByRole("combobox", { name: "Find" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
/** Opens it and types; what is found is there. */
async function type(page: Page, text: string) {
  await press(page, "Control+k");
  await expect(combobox(page)).toBeFocused();
  await page.keyboard.type(text);
  // Its script, and then what it finds.
  await expect(palette(page).getByText("Loading…", { exact: true })).toHaveCount(0);
  await expect(combobox(page)).not.toHaveAttribute("aria-busy", "true");
}

test("[K-KEY-2] opened from a text field, the palette focuses its search and traps the focus, and then restores cursor and text", async () => {
  const page = await openDesk(browser, app, `/admin/inquiries/${inquiry}`);
  const notes = page.getByRole("textbox", { name: "Admin Notes" });
  await notes.fill("Calls back on Tuesday.");
  await press(page, "Home", "ArrowRight", "ArrowRight", "Shift+ArrowRight");
  const cursor = () => notes.evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd]);
  const before = await cursor();
  for (const [opening, closing] of [
    ["Control+k", "Escape"],
    ["Meta+k", "Control+k"],
  ] as const) {
    await press(page, opening);
    await expect(combobox(page)).toBeFocused();
    await page.keyboard.type("nobody");
    await expectTrapped(page);
    await press(page, closing);
    await expect(palette(page)).toHaveCount(0);
    await expect(notes).toBeFocused();
    await expect(notes).toHaveValue("Calls back on Tuesday.");
    same(await cursor()).toEqual(before);
  }
  await close(page);
});

test("[K-KEY-2] the palette opens on a page without a field, over a confirmation, and by its button on a phone", async () => {
  const page = await openDesk(browser, app, "/admin/migration");
  await press(page, "Control+k");
  await expect(combobox(page)).toBeFocused();
  await press(page, "Escape");
  await goTo(page, app, `/admin/inquiries/${inquiry}/delete`);
  await press(page, "Control+k");
  await expect(combobox(page)).toBeFocused();
  await press(page, "Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("alertdialog", { name: "Delete Inquiry" })).toBeVisible();
  await goTo(page, app, "/admin/emails");
  await page.setViewportSize(sized(360).viewport);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(combobox(page)).toBeFocused();
  await expectAccessible(page);
  await palette(page).getByRole("button", { name: "Close" }).click();
  await expect(palette(page)).toHaveCount(0);
  await close(page);
});

test("[K-KEY-3] results are grouped under headings and their number is announced, arrow keys move, and Enter opens", async () => {
  const page = await openDesk(browser, app, "/admin", sized(1440));
  await type(page, "person");
  for (const heading of ["Cases", "Inquiries"])
    await expect(palette(page).getByRole("group", { name: heading, exact: true })).toBeVisible();
  await expect(palette(page).getByRole("status")).toHaveText(/^\d+ found, and more cases/);
  await expectAccessible(page);
  const active = () => palette(page).getByRole("option", { selected: true });
  await expect(active()).toContainText("T-009");
  await press(page, "ArrowDown");
  await expect(active()).toContainText("T-008");
  await press(page, "ArrowUp", "ArrowUp");
  await expect(palette(page).getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  same(await combobox(page).getAttribute("aria-activedescendant")).toBe(await active().getAttribute("id"));
  await press(page, "ArrowDown", "ArrowDown", "Enter");
  await expect(page.getByRole("dialog", { name: "T-008" })).toBeVisible();
  // Typed and entered faster than the server answers.
  await press(page, "Control+k");
  await page.keyboard.type("T-004");
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "T-004" })).toBeVisible();
  await type(page, "migr");
  await option(page, /^Migration/).click();
  await expect(page.getByRole("heading", { level: 1, name: "Migration" })).toBeVisible();
  await close(page);
});

test("[K-KEY-3] an action with a confirmation asks here too, and an admin is offered only permitted actions", async () => {
  const page = await openDesk(browser, app, `/admin/inquiries/${inquiry}`);
  await type(page, "delete this");
  await press(page, "Enter");
  await expect(page.getByRole("alertdialog", { name: "Delete Inquiry" })).toBeVisible();
  same(await inquiryId(app, "Person 2")).toBe(inquiry);
  await goTo(page, app, "/admin");
  await type(page, "keys");
  await expect(option(page, "Renew keys")).toBeVisible();
  await close(page);
  const colleaguePage = await openDesk(browser, app, "/admin", { who: colleague });
  await type(colleaguePage, "e");
  const options = await palette(colleaguePage).getByRole("option").allTextContents();
  same(options.length).toBeGreaterThan(10);
  same(options.filter((option) => /Admin Users|Privacy|Renew|Create an admin|sample/.test(option))).toEqual([]);
  await close(colleaguePage);
});

test("[K-KEY-4] without a search the palette lists recently opened records and all screens, and without results it says so", async () => {
  const page = await openDesk(browser, app, "/admin/inquiries", { who: colleague });
  for (const name of ["Person 1", "Person 2", "Person 3"]) {
    await goTo(page, app, `/admin/inquiries/${await inquiryId(app, name)}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await press(page, "Control+k");
  const opened = palette(page).getByRole("group", { name: "Opened last" }).getByRole("option");
  await expect(opened).toHaveText([/^Person 3/, /^Person 2/, /^Person 1/]);
  await expect(
    palette(page).getByRole("group", { name: "Screens" }).getByRole("option", { name: "Emails" }),
  ).toBeVisible();
  await page.keyboard.type("nassau2");
  await expect(palette(page).getByRole("status")).toHaveText(
    "Nothing found for “nassau2”. Try a name, an email, a phone number or an application number.",
  );
  await expectAccessible(page);
  await close(page);
});

test("[K-KEY-4] without a response the palette says so, lists screens, and tries again", async () => {
  const page = await openDesk(browser, app, "/admin");
  await page.route("**/admin/palette?*", (route) => route.abort());
  await press(page, "Control+k");
  await page.keyboard.type("migration");
  await expect(palette(page).getByRole("alert")).toContainText("Cases, inquiries and services could not be searched.");
  await expect(option(page, /^Migration/)).toBeVisible();
  await page.unroute("**/admin/palette?*");
  await palette(page).getByRole("button", { name: "Try again" }).click();
  await expect(palette(page).getByRole("alert")).toHaveCount(0);
  await expect(palette(page).getByRole("status")).toHaveText("1 found");
  await close(page);
});

test("[K-KEY-2] the palette's script is loaded at the first opening, keys pressed meanwhile count, and a failed load is reported", async () => {
  const page = await openDesk(browser, app, "/admin/emails");
  const script = /\/assets\/finder-.*\.js$/;
  const requests: string[] = [];
  page.on("request", (request) => void (script.test(request.url()) && requests.push(request.url())));
  await page.route(script, (route) => route.abort());
  await goTo(page, app, "/admin/migration");
  same(requests).toEqual([]);
  await press(page, "Control+k");
  await expect(palette(page).getByRole("alert")).toContainText("This could not be loaded.");
  same(requests).toHaveLength(1);
  await page.unroute(script);
  await palette(page).getByRole("button", { name: "Reload" }).click();
  await expect(palette(page)).toHaveCount(0);
  await scripted(page);
  const line = Promise.withResolvers<void>();
  await page.route(script, (route) => line.promise.then(() => route.continue()));
  await press(page, "Control+k");
  await page.keyboard.type("emails");
  await press(page, "Enter");
  line.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  await close(page);
});
