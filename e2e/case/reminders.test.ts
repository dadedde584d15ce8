import type { Page } from "@playwright/test";
import { afterAll, afterEach, expect as same, test } from "vitest";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openPage,
} from "../../test/harness/browser/browser";
import { openDesk, sized, widths } from "../../test/harness/browser/desk-browser";
import { remindedCase } from "../../test/harness/case/reminded";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(expectNoScriptErrors);

const looksRight = async (page: Page) => {
  await expectToFit(page);
  await expectAccessible(page);
};

test.each(widths)(
  "[X-REMIND-6, X-TERM-10] the page of the stop link fits %i px and has no violation",
  async (width) => {
    const { path } = await remindedCase(app);
    const page = await openPage(browser, app.url + path, sized(width));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop these reminders?");
    await looksRight(page);
    await page.getByRole("button", { name: "Stop reminders" }).click();
    await expect(page.getByRole("status")).toContainText("You stopped these reminders.");
    await looksRight(page);
    await page.goto(`${app.url}/reminders?token=x`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
    await looksRight(page);
  },
);

test("[X-REMIND-6] without a script somebody stops all reminders of a case, and those of the mail again", async () => {
  const { path, permit, passport } = await remindedCase(app);
  const page = await openPage(browser, app.url + path, { javaScriptEnabled: false });
  await page.getByLabel("All reminders of this case").check();
  await page.getByRole("button", { name: "Stop reminders" }).click();
  await expect(page.getByRole("status")).toContainText("You stopped these reminders.");
  const stopped = "select 1 from key_dates where id = any($1) and stopped_at is not null";
  same(await app.query(stopped, [[permit, passport]])).toHaveLength(2);
  await page.getByRole("button", { name: "Remind me again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We’ll remind you again");
  same(await app.query(stopped, [[permit, passport]])).toHaveLength(1);
});

test.each(widths)("[X-REMIND-9] staff record at %i px that they told somebody whose reminder failed", async (width) => {
  const { id, permit } = await remindedCase(app);
  await app.query("update email_notifications set status = 'failed', bounced_at = null where application_id = $1", [
    id,
  ]);
  const page = await openDesk(browser, app, `/admin/key-dates/${permit}/told`, sized(width));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("I told them");
  await expect(page.getByText("Reminder not delivered")).toBeVisible();
  await looksRight(page);
  await page.getByLabel("Date").fill("2199-01-01");
  await page.getByRole("button", { name: "Record that I told them" }).click();
  await expect(page.getByText("Choose today or an earlier date.")).toBeVisible();
  await looksRight(page);
  await page.getByLabel("Date").fill("2026-11-01");
  await page.getByLabel("Channel").selectOption("WhatsApp");
  await page.getByRole("button", { name: "Record that I told them" }).click();
  await page.waitForURL(`${app.url}/admin/applications/${id}`);
  const rows = await app.query(
    "select told_as as way, told_on::text as day from key_date_reminders where key_date_id = $1",
    [permit],
  );
  same(rows).toEqual([{ way: "WhatsApp", day: "2026-11-01" }]);
});
