import type { Page } from "@playwright/test";
import { test } from "vitest";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, openDesk, press, scripted } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
await insertApplications(app, 1, 102);
await app.query(
  `insert into email_notifications (recipient_email, subject, email_type, template_name, message_id, status, created_at)
     select 'person' || n || '@mail.example', 'Letter ' || lpad(n::text, 3, '0'),
       case when n % 2 = 0 then 'resume_link' else 'status_update' end, 'letter', '<' || n || '@mail.example>',
       'sent', now() - interval '1 day' + n * interval '1 second' from generate_series(1, 102) n`,
);

const focused = (page: Page, name: string | RegExp) => expect(page.getByRole("link", { name })).toBeFocused();

test("the list of applications can be searched, walked and opened by keyboard alone, and returns to the same row", async () => {
  const page = await openDesk(browser, app, "/admin/applications");
  await press(page, "/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("T-00");
  await page.waitForURL(/q=T-00$/);
  await expect(page.getByRole("link", { name: /^View T-/ })).toHaveCount(9);
  await press(page, "ArrowDown");
  await focused(page, "View T-009");
  await press(page, "ArrowDown", "ArrowDown");
  await focused(page, "View T-007");
  await press(page, "End");
  await focused(page, "View T-001");
  await press(page, "ArrowDown");
  await focused(page, "View T-001");
  await press(page, "Home", "ArrowUp", "ArrowDown");
  await focused(page, "View T-008");
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "T-008" })).toBeVisible();
  await press(page, "Escape");
  await page.waitForURL(/applications\?q=T-00$/);
  await focused(page, "View T-008");
  await press(page, "/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await press(page, "Escape");
  await expect(page.getByRole("link", { name: /^View T-/ })).toHaveCount(100);
  await press(page, "Escape");
  await focused(page, "View T-102");
  await close(page);
});

test("the filters, order and pages of applications can be used by keyboard alone", async () => {
  const page = await openDesk(browser, app, "/admin/applications");
  await page.locator("summary", { hasText: "Status" }).focus();
  await press(page, "Enter");
  const approved = page.getByRole("group", { name: "Status" }).getByLabel("Approved");
  await approved.focus();
  await press(page, "Space");
  await page.waitForURL(/status=approved$/);
  await expect(page.getByText("No applications found matching your filters")).toBeVisible();
  await expect(approved).toBeFocused();
  await page.getByRole("link", { name: "Show all applications" }).focus();
  await press(page, "Enter");
  await page.waitForURL(/applications$/);
  await page.getByRole("link", { name: /^Submitted\s*102$/ }).focus();
  await press(page, "Enter");
  await page.waitForURL(/status=submitted$/);
  await page.getByRole("columnheader", { name: "Application" }).getByRole("link").focus();
  await press(page, "Enter");
  await page.waitForURL(/sort=/);
  const sorted = new URL(page.url()).searchParams.get("sort");
  await expect(page.getByRole("columnheader", { name: "Application", exact: true })).toHaveAttribute(
    "aria-sort",
    /ascending|descending/,
  );
  const next = page.getByRole("link", { name: "Next", exact: true });
  await next.focus();
  await press(page, "Enter");
  await page.waitForURL((url) => url.searchParams.has("before") && url.searchParams.get("sort") === sorted);
  await expect(page.getByRole("link", { name: /^View T-/ })).toHaveCount(2);
  await expect(next).toHaveCount(0);
  await press(page, "ArrowDown");
  await focused(page, "View T-101");
  await page.getByRole("link", { name: "Previous", exact: true }).focus();
  await press(page, "Enter");
  await expect(page.getByRole("link", { name: /^View T-/ })).toHaveCount(100);
  await close(page);
});

test("[A-MAILLOG-9] search, filters, rows, pages, opening and closing of the mail log work by keyboard alone", async () => {
  const page = await openDesk(browser, app, "/admin/emails");
  await press(page, "ArrowDown", "ArrowDown");
  await focused(page, "Details of “Letter 101”");
  await page.getByRole("link", { name: "Older", exact: true }).focus();
  await press(page, "Enter");
  await page.waitForURL(/before=/);
  await expect(page.getByRole("link", { name: /^Details/ })).toHaveCount(2);
  await press(page, "ArrowDown", "ArrowDown");
  await focused(page, "Details of “Letter 001”");
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "Letter 001" })).toBeVisible();
  await press(page, "Escape");
  await page.waitForURL(/emails\?before=/);
  await focused(page, "Details of “Letter 001”");
  await page.getByRole("link", { name: "Newer", exact: true }).focus();
  await press(page, "Enter");
  await expect(page.getByRole("link", { name: /^Details/ })).toHaveCount(100);
  await page.getByRole("combobox", { name: "Type", exact: true }).focus();
  await page.keyboard.type("Resume");
  await page.waitForURL(/type=resume_link$/);
  await expect(page.getByRole("link", { name: /^Details/ })).toHaveCount(51);
  await press(page, "Shift+Tab");
  await expect(page.getByRole("combobox", { name: "Status", exact: true })).toBeFocused();
  await page.keyboard.type("Failed");
  await page.waitForURL((url) => url.searchParams.get("status") === "failed");
  await expect(page.getByText("No emails found matching your filters")).toBeVisible();
  await press(page, "Shift+Tab");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await close(page);
});

test("new applications are announced above an unchanged list, and following the notice focuses the first of them", async () => {
  const page = await openDesk(browser, app, "/admin/applications?q=T-10");
  await page.clock.install();
  await page.reload();
  await scripted(page);
  const rows = page.getByRole("link", { name: /^View T-/ });
  await expect(rows).toHaveCount(3);
  await insertApplications(app, 103, 104, "0 days");
  await app.query("update visa_applications set submitted_at = now() where application_number = 'T-101'");
  await page.clock.runFor(11_000);
  const pill = page.getByRole("status").getByRole("link", { name: "2 new applications, 1 newly submitted" });
  await expect(pill).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  await pill.focus();
  await press(page, "Enter");
  await expect(rows).toHaveCount(5);
  await focused(page, "View T-104");
  await expect(pill).toHaveCount(0);
  await close(page);
});
