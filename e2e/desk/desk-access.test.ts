import type { Locator, Page } from "@playwright/test";
import { test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized, widths } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const service = await serviceId(app, "australia-visitor-visa");
await app.query(
  "insert into google_reviews (author_name, rating, review_text, review_date) values ('Ruth Nyambura', 4, 'Clear.', current_date)",
);
await app.query(
  "insert into visa_service_views (service_id, session_id) select id, gen_random_uuid()::text from visa_services",
);
const user = await app.query<{ id: string }>(
  `insert into "user" (id, name, email) values ('gone', 'Gone', 'gone@lucaya.example') returning id`,
);
await app.query(
  "insert into admin_users (user_id, email, role, is_active) values ($1, 'gone@lucaya.example', 'regular_admin', false)",
  [user[0]?.id],
);

const go = (page: Page, path: string) => page.goto(app.url + path);
/** Every tab is in sight before it is pressed, on a phone and on a wide screen. */
async function inSightAtBoth(page: Page, tab: Locator) {
  for (const width of widths) {
    await page.setViewportSize(sized(width).viewport);
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
}
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

test("[A-DASH-4] the dashboard's tabs are all visible and accessible, as are the confirmations for an admin and a service", async () => {
  const page = await openDesk(browser, app, "/admin", sized(1440));
  for (const [tab, heading] of [
    ["Analytics", "Analytics"],
    ["Visa Services", "Visa Services"],
    ["Google Reviews", "Google Reviews"],
    ["Admin Users", "Admin Users"],
  ] as const) {
    const link = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: tab });
    await inSightAtBoth(page, link);
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.locator("header nav[aria-label=Staff] [aria-current]")).toHaveText([/Today/, /Today/]);
  }
  for (const linkName of ["Reactivate gone", "Change role of gone"]) {
    await go(page, "/admin/users?inactive=yes");
    await page.getByRole("link", { name: new RegExp(linkName) }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessibleAtBoth(page);
  }
  await go(page, `/admin/services?ask=delete&service=${service}`);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[A-SVC-3] the service editor is accessible on each tab, with an error and with a conflict", async () => {
  const page = await openDesk(browser, app, `/admin/services/${service}`, sized(1440));
  // Accepts leaving with unsaved changes.
  page.on("dialog", (dialog) => dialog.accept());
  // The first is looked at with every screen.
  await inSightAtBoth(page, page.getByRole("tab", { name: "Basic Info" }));
  for (const name of ["Pricing", "Requirements", "Content", "Advanced"]) {
    const tab = page.getByRole("tab", { name });
    await inSightAtBoth(page, tab);
    await tab.click();
    await expectAccessibleAtBoth(page);
  }
  await page.getByRole("tabpanel").getByRole("button", { name: "JSON" }).click();
  await page.getByLabel("Processing times as JSON").fill("{nope");
  await press(page, "Save changes");
  await expectText(page, /Error updating service/);
  await expectAccessibleAtBoth(page);
  await go(page, `/admin/services/${service}`);
  await page.getByRole("button", { name: "Discard it" }).click();
  await page.getByLabel("Max stay").fill("9 days");
  await app.query("update visa_services set max_stay = $2, updated_at = now() where id = $1", [service, "theirs"]);
  await press(page, "Save changes");
  await expectText(page, "Someone else changed this service while you did");
  await expectAccessibleAtBoth(page);
  await close(page);
});
