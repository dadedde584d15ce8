import type { Page } from "@playwright/test";
import { afterEach, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, openEditor, sized } from "../../test/harness/browser/desk-browser";
import { openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
const openedCase = await submittedCase(app);
afterEach(() => close(page));

const titles = ["Applicant Information", "Passport Information", "Contact Information", "Trip Details"];
const step = (title: string) =>
  page.getByRole("group").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const isOpen = (title: string) => step(title).evaluate((element) => element.hasAttribute("open"));

test("[K-CASE-1] answers are collapsed by step, whose titles are the only list of them, and all open and close at once", async () => {
  page = await openAtDesk(browser, app, openedCase);
  for (const title of titles) expect(await isOpen(title)).toBe(false);
  await expect(step("Trip Details").locator("summary")).toContainText(/\d+ of \d+ answered/);
  await expect(page.getByRole("main").getByText("Trip Details", { exact: true })).toHaveCount(1);
  await step("Trip Details").locator("summary").click();
  expect(await isOpen("Trip Details")).toBe(true);
  await expect(step("Trip Details")).toBeInViewport();
  await page.getByRole("button", { name: "Unfold all" }).click();
  for (const title of titles) expect(await isOpen(title)).toBe(true);
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Fold all", exact: true }).click();
  for (const title of titles) expect(await isOpen(title)).toBe(false);
});

test("[K-CASE-1] a step can be expanded without JavaScript", async () => {
  page = await openAtDesk(browser, app, openedCase, false);
  await step("Trip Details").locator("summary").click();
  expect(await isOpen("Trip Details")).toBe(true);
  await expect(step("Trip Details").getByRole("definition").first()).toBeVisible();
});

test("[K-CASE-2] the side column stays visible at 1440 px while the answers scroll", async () => {
  page = await openDesk(browser, app, `/admin/applications/${openedCase.id}`, sized(1440));
  await page.getByRole("button", { name: "Unfold all" }).click();
  const side = page.getByRole("complementary", { name: "The case at a glance" });
  await page.getByRole("heading", { name: "Security Questions" }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  await expect(side.getByRole("region", { name: "Whose turn it is" })).toBeInViewport();
  await expect(side.getByText("Submitted", { exact: true }).first()).toBeInViewport();
  await expect(side.getByRole("heading", { name: "Update status" })).toBeInViewport();
  for (const name of ["Owner", "Due date"]) await expect(side.getByLabel(name, { exact: true })).toBeInViewport();
  for (const name of ["Payment", "Documents"])
    await expect(side.getByText(name, { exact: true }).first()).toBeInViewport();
});

test("[K-CASE-4] a case prints as its record, expanded and without controls, with hidden answers as Hidden", async () => {
  page = await openDesk(browser, app, `/admin/applications/${openedCase.id}`, sized(1440));
  await openEditor(page, "Write a note");
  await page.getByRole("textbox", { name: "New note" }).fill("A note is not printed");
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [openedCase.id],
  );
  await expect(main.getByText(row?.number ?? "", { exact: true }).first()).toBeVisible();
  for (const title of [...titles, "Family Background", "Employment/Education", "Security Questions"])
    await expect(step(title).getByRole("definition").first()).toBeVisible();
  await expect(step("Passport Information").getByText("Hidden", { exact: true }).first()).toBeVisible();
  await expect(main.getByRole("heading", { name: "Documents" })).toBeVisible();
  for (const role of ["button", "textbox", "combobox", "navigation", "complementary"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(main.getByRole("heading", { name: "Notes" })).toBeHidden();
});
