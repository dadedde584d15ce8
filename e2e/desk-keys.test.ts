import { type Browser, expect, type Page } from "@playwright/test";
import { afterAll, beforeAll, test } from "vitest";
import { expectNoScriptErrors, openBrowser } from "../test/browser";
import { openDesk } from "../test/desk-browser";
import { type Program, removeFolders, startProgram } from "../test/program";

let program: Program;
let browser: Browser;

/** Submitted applications T-001 and on, each a second after the one before. */
const insertApplications = (from: number, to: number, ago = "1 day") =>
  program.query(
    `insert into visa_applications (application_number, user_email, status, created_at, submitted_at)
     select 'T-' || lpad(n::text, 3, '0'), 'person' || n || '@mail.example', 'submitted',
       now() - $3::interval + n * interval '1 second', now() - $3::interval + n * interval '1 second'
     from generate_series($1::int, $2::int) n`,
    [from, to, ago],
  );

beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes" });
  browser = await openBrowser();
  await insertApplications(1, 5);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await removeFolders();
});

const list = "/admin/applications";
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const close = async (page: Page) => {
  expectNoScriptErrors();
  await page.context().close();
};

test("[A-SVC-3] the editor's tabs are walked with the arrows, Home and End, and Escape closes it", async () => {
  const page = await openDesk(browser, program, "/admin/services");
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

test("without script the applications are searched, opened, decided and closed", async () => {
  const page = await openDesk(browser, program, list, { javaScriptEnabled: false });
  await page.getByRole("searchbox").fill("T-001");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("link", { name: /^View T-/ })).toHaveCount(1);
  await page.getByRole("link", { name: "View T-001" }).click();
  await page.getByLabel("New status").selectOption("interview_scheduled");
  await page.getByLabel("Message to the applicant").fill("Tuesday at ten.");
  await page.getByRole("button", { name: "Preview the email" }).click();
  await expect(page.getByText("Not sent yet: the email")).toBeVisible();
  await expect(page.getByLabel("Message to the applicant")).toHaveValue("Tuesday at ten.");
  await page.getByRole("button", { name: "Update Status" }).click();
  await expect(page.getByRole("alert")).toContainText("Status updated successfully!");
  await expect(page.getByRole("row").filter({ hasText: "T-001" })).toContainText("Interview Scheduled");
  await page.context().close();
});
