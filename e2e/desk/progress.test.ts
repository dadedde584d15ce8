import { test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

test("[T-BYTES-5] a long job's progress bar moves by itself, also after a reload, and the page shows the result at the end", async () => {
  await app.query("delete from link_checks");
  await app.query("insert into link_checks (asked_by) values ('a@lucaya.example')");
  const page = await openDesk(browser, app, "/admin/content/links");
  const bar = page.getByRole("progressbar");
  const main = page.getByRole("main");
  await expect(main).toContainText("Waiting to start");
  await expect(main.getByRole("link", { name: "Refresh" })).toHaveCount(0);
  await app.query("update link_checks set done = 1240, total = 5000");
  await expect(bar).toHaveAttribute("aria-valuenow", "1240");
  await expect(main).toContainText("1,240 of 5,000");
  await page.reload();
  await app.query("update link_checks set done = 4990");
  await expect(bar).toHaveAttribute("aria-valuenow", "4990");
  await expectAccessibleAtBoth(page);
  await app.query("update link_checks set ended_at = now(), pages = 41");
  await expect(bar).toHaveCount(0);
  await expect(main.getByRole("status").filter({ hasText: "Last checked" })).toContainText("41 pages");
  await expect(main.getByRole("button", { name: "Check now" })).toBeVisible();
  await close(page);
});
