import { beforeEach, expect as expectNow, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  for (const table of ["visa_inquiries", "visa_applications", "email_notifications", "troubles", "limit_counts"])
    await app.query(`delete from ${table}`);
});

test("[K-TODAY-1, K-TODAY-7] the desk opens with Today, which says so when nothing is waiting, and Analytics has its own URL", async () => {
  await app.query("update entry_rules set checked_on = current_date");
  const page = await openDesk(browser, app, "/admin", sized(1440));
  const tabs = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await expect(tabs.first()).toHaveText("Today");
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");
  await expect(
    page.getByRole("heading", { name: "Nothing is waiting. New inquiries, answers and overdue requests appear here." }),
  ).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page).toHaveURL(/\/admin\/analytics$/);
  await expect(page.getByText("No analytics data available yet")).toBeVisible();
  await close(page);
});

test("[K-TODAY-5, K-TODAY-6] a group shows ten rows and a link to all, and each row links to its subject", async () => {
  await insertInquiries(app, 1, 37);
  await app.query("update visa_inquiries set promised_by = created_at");
  await app.query(
    "update visa_inquiries set owner_id = (select id from admin_users where email = 'desk@lucaya.example') where full_name = 'Person 9'",
  );
  const opened = await submittedCase(app);
  const page = await openDesk(browser, app, "/admin", sized(1440));
  const group = page.getByRole("region", { name: /^Inquiries past their promised answer/ });
  await expect(group.getByRole("heading")).toHaveText("Inquiries past their promised answer37");
  await expect(group.getByRole("listitem")).toHaveCount(10);
  await expect(group.getByRole("listitem").first()).toContainText(/Person 9.*Yours/);
  await expect(group.getByRole("listitem").nth(1)).toContainText("Person 1");
  await expectAccessibleAtBoth(page);
  await group.getByRole("link", { name: "Show all 37" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Person" })).toHaveCount(37);
  await page.goto(`${app.url}/admin`);
  await page
    .getByRole("region", { name: /^Our turn/ })
    .getByRole("listitem")
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(new RegExp(opened.id));
  await close(page);
});

test("[K-TODAY-7] a group that can't be read says so, and the others show", async () => {
  await insertInquiries(app, 1, 1);
  await app.query("update visa_inquiries set promised_by = created_at");
  await app.query("alter table missing_files rename to missing_files_away");
  try {
    const page = await openDesk(browser, app, "/admin", sized(1440));
    const broken = page.getByRole("region", { name: "Broken links and files" });
    await expect(broken.getByRole("alert")).toHaveText("This could not be loaded. Try again.");
    await expect(page.getByRole("region", { name: /^Inquiries past/ }).getByRole("listitem")).toHaveCount(1);
    await expectAccessibleAtBoth(page);
    await app.query("alter table missing_files_away rename to missing_files");
    await broken.getByRole("link", { name: "Try again." }).click();
    await expect(broken.getByRole("alert")).toHaveCount(0);
    await close(page);
  } finally {
    await app.query("alter table if exists missing_files_away rename to missing_files");
  }
});

test("[K-KEY-8] staff answer the oldest waiting inquiry from Today in three actions besides typing", async () => {
  await insertInquiries(app, 1, 3);
  await app.query("update visa_inquiries set promised_by = created_at");
  const page = await openDesk(browser, app, "/admin", sized(1440));
  await page.getByRole("link", { name: /^Person 1/ }).click();
  await page.getByRole("textbox", { name: "Reply" }).click();
  await page.keyboard.type("Yes, we can help.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  const replies = await app.query("select body from inquiry_replies");
  expectNow(replies).toEqual([{ body: "Yes, we can help." }]);
  expectNoScriptErrors();
  await close(page);
});
