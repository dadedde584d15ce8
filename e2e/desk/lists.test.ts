import type { Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { inItsFont } from "../../test/harness/browser/own-font";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const phone = { viewport: { width: 390, height: 844 } };

const app = await sharedApp();
const browser = await sharedBrowser();
await insertApplications(app, 1, 30);
await insertInquiries(app, 1, 30);
const long = "Wilhelmina Featherstonehaugh-Cholmondeley of Governor’s Harbour, Eleuthera";
await app.query(
  `update visa_applications set visa_service_id = (select id from visa_services order by length(service_name) desc limit 1),
     metadata = jsonb_build_object('step1', jsonb_build_object('firstName', $1::text, 'lastName', application_number)),
     user_email = repeat('long.', 20) || application_number || '@mail.example', status = 'additional_info_required'`,
  [long],
);
await app.query(
  "update visa_inquiries set full_name = full_name || ', ' || $1, visa_service = repeat('A visa with a long name ', 6), email = repeat('long.', 20) || email",
  [long],
);
await app.query(
  `insert into email_notifications (recipient_name, recipient_email, subject, email_type, template_name, message_id, status)
     select $1, repeat('long.', 20) || n || '@mail.example', repeat('A long subject ', 20), 'status_update', 'letter',
       '<' || n || '@mail.example>', 'sent' from generate_series(1, 30) n`,
  [long],
);
beforeEach(async () => {
  for (const table of ["visa_applications", "visa_inquiries"])
    await app.query(`update ${table} set owner_id = null, due_on = null`);
});

/** Saves a picture when a folder is given: SHOTS=/tmp/shots. */
async function takeScreenshot(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}

const lists = ["/admin/applications", "/admin/inquiries", "/admin/emails"];
const boundsOf = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom, height }) => ({ top, bottom, height })),
    );

describe.each(lists)("the rows of %s", (path) => {
  let page: Page;
  beforeAll(async () => {
    // A super admin without a second factor reads above every list that one is to be set up.
    await app.query("update admin_users set role = 'regular_admin'");
    page = await openDesk(browser, app, path, sized(1440));
    await inItsFont(page);
    await app.query("update admin_users set role = 'super_admin'");
  });
  afterAll(() => page && close(page));

  test("[K-ROWS-1] rows are 36 to 40 px high at 1440 px however long their texts, and 20 are visible before scrolling", async () => {
    const rows = await boundsOf(page);
    expect(rows.length).toBeGreaterThanOrEqual(30);
    for (const { height } of rows) {
      expect(height).toBeGreaterThanOrEqual(36);
      expect(height).toBeLessThanOrEqual(40);
    }
    expect(rows.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(20);
  });

  test("[K-ROWS-2] the column headings stay visible while the list scrolls", async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expect(page.getByRole("columnheader", { name: "Status" })).toBeInViewport();
  });

  test("[K-ROWS-5] rows are at most 96 px high at 390 px, and nothing scrolls sideways", async () => {
    await page.setViewportSize(phone.viewport);
    for (const { height } of await boundsOf(page)) expect(height).toBeLessThanOrEqual(96);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test("[F-DESK-18] at 1440 px the list of applications shows type and service in full, even the longest", async () => {
  await app.query(
    `update visa_applications set visa_service_id = (select id from visa_services
       order by length(service_name || coalesce(visa_type, '')) desc limit 1) where application_number = 'T-030'`,
  );
  const page = await openDesk(browser, app, "/admin/applications", sized(1440));
  await inItsFont(page);
  const clipped = await page.locator("tbody td.type-cell").evaluateAll((cells) =>
    cells
      .flatMap((cell) => [cell, ...cell.querySelectorAll("*")])
      .flatMap((cell) => {
        const isClipped = cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1;
        return cell.clientWidth > 0 && isClipped ? [cell.textContent] : [];
      }),
  );
  expect(await page.locator("tbody td.type-cell").count()).toBeGreaterThanOrEqual(30);
  expect(clipped).toEqual([]);
  const name = await page.locator("tbody td[data-at=title]").first().boundingBox();
  expect(name?.width, "the name has room beside it").toBeGreaterThanOrEqual(150);
  await takeScreenshot(page, "applications-1440");
  await close(page);
});

test.each([...lists, "/admin/people"])("[F-DESK-18] at 390 px no control of %s is off the screen", async (path) => {
  const page = await openDesk(browser, app, path, phone);
  const right = await page
    .locator("main :is(a, button, summary, select, input)")
    .filter({ visible: true })
    .evaluateAll((tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().right)));
  expect(right.length).toBeGreaterThan(5);
  expect(Math.max(...right)).toBeLessThanOrEqual(390);
  await takeScreenshot(page, `tools${path.replaceAll("/", "-")}-390`);
  await close(page);
});

test("[K-ROWS-5] on a phone a row shows name, number, status and due date", async () => {
  await app.query("update visa_applications set due_on = (now() at time zone 'America/Nassau')::date - 2");
  const page = await openDesk(browser, app, "/admin/applications?q=T-007", phone);
  const row = page.locator("tbody tr");
  for (const words of [/Wilhelmina/, "T-007", "Overdue by 2 days"])
    await expect(row.getByText(words).filter({ visible: true }).first()).toBeInViewport();
  await expect(row.getByLabel("Status of T-007")).toBeInViewport();
  await close(page);
});

test("[K-ROWS-2] the bulk action bar shows the number of selected rows and stays visible until none is selected", async () => {
  const page = await openDesk(browser, app, "/admin/applications", sized(1440));
  const bar = page.getByRole("button", { name: "Assign to me", exact: true });
  await expect(bar).toBeHidden();
  await page.getByRole("checkbox", { name: "Select T-030" }).check();
  await page.getByRole("checkbox", { name: "Select T-029" }).check();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText("2 chosen")).toBeInViewport();
  await expect(bar).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).toBeHidden();
  await close(page);
});

test("[K-ROWS-3] a click anywhere in a row opens its record, and Ctrl or the middle button opens a new tab", async () => {
  const page = await openDesk(browser, app, "/admin/applications?sort=oldest", sized(1440));
  const row = page.locator("tbody tr", { hasText: "T-003" });
  const submittedOn = row.locator("time").first();
  const [ctrl] = await Promise.all([
    page.context().waitForEvent("page"),
    submittedOn.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await ctrl.waitForURL(/\/admin\/applications\/[0-9a-f-]{36}\?sort=oldest$/);
  const [middle] = await Promise.all([page.context().waitForEvent("page"), submittedOn.click({ button: "middle" })]);
  await middle.waitForURL(/\/admin\/applications\/[0-9a-f-]{36}\?sort=oldest$/);
  expect(new URL(page.url()).pathname).toBe("/admin/applications");
  // What does something itself does that alone.
  await row.getByRole("checkbox").check();
  await row.getByRole("button", { name: /^Assign to me/ }).click();
  await expect(row.getByLabel("Owner of T-003")).toHaveValue(/.{36}/);
  expect(new URL(page.url()).pathname).toBe("/admin/applications");
  await submittedOn.click();
  await expect(page.getByRole("dialog", { name: "T-003" })).toBeVisible();
  await expect(page.getByText("3 of 30")).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("dialog", { name: "T-004" })).toBeVisible();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("3 of 30")).toBeVisible();
  await close(page);
});

test("[K-OWN-4, K-VIEW-1] selected rows get an owner or a due date together, the message names number and owner, and the count follows", async () => {
  await app.query("update admin_users set name = 'Anika Thompson' where email = $1", [admin.email]);
  const page = await openDesk(browser, app, "/admin/inquiries?owner=none", sized(1440));
  await expect(page.getByText("30 inquiries", { exact: true })).toBeVisible();
  for (const n of [3, 4]) await page.getByRole("checkbox", { name: new RegExp(`^Select Person ${n},`) }).check();
  await page.getByLabel("New owner for the selected rows").selectOption("Anika Thompson");
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(page.getByText("2 inquiries now belong to Anika Thompson").first()).toBeVisible();
  await expect(page.getByText("28 inquiries", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /^Select Person 5,/ }).check();
  await page.getByLabel("New due date for the selected rows").fill("2020-01-01");
  await page.getByRole("button", { name: "Set due date" }).click();
  await expect(page.getByText("That day is over. Choose today or a later day.")).toBeVisible();
  await close(page);
});

test("[K-OWN-2, K-OWN-7] the owner is set on a page in one action, which doesn't overwrite another admin's change", async () => {
  const page = await openDesk(browser, app, "/admin/applications?sort=oldest", sized(1440));
  await page.getByRole("link", { name: "View T-005" }).click();
  await expect(page.getByRole("dialog", { name: "T-005" })).toBeVisible();
  const owner = page.getByRole("combobox", { name: "Owner", exact: true });
  await expect(owner).toHaveValue("");
  await app.query("update visa_applications set due_on = '2099-01-01' where application_number = 'T-005'");
  await page.getByRole("button", { name: "Assign to me", exact: true }).click();
  const stale = "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.";
  await expect(page.getByText(stale)).toBeVisible();
  await expect(page.getByLabel("Due date", { exact: true })).toHaveValue("2099-01-01");
  await page.getByRole("button", { name: "Assign to me", exact: true }).click();
  await expect(owner).toHaveValue(/.{36}/);
  await expect(page.getByText(stale)).toBeHidden();
  await close(page);
});

test("[K-VIEW-1, K-VIEW-2] filters are combined in the URL, and a named view saves them with its columns", async () => {
  const page = await openDesk(browser, app, "/admin/applications", sized(1440));
  await page.locator("summary", { hasText: "Status" }).click();
  const statuses = page.getByRole("group", { name: "Status" });
  await statuses.getByLabel("Additional Info Required").check();
  await page.waitForURL(/status=additional_info_required/);
  await statuses.getByLabel("Approved").check();
  await page.waitForURL(/status=additional_info_required%2Capproved/);
  await page.getByRole("combobox", { name: "Owner", exact: true }).selectOption("none");
  await page.waitForURL(/owner=none/);
  await page.getByText("More filters").click();
  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByRole("group", { name: "Columns" }).getByLabel("Progress").uncheck();
  await page.waitForURL(/columns=/);
  await expect(page.getByRole("columnheader", { name: "Progress" })).toHaveCount(0);
  const menu = page.locator("summary", { hasText: "View" });
  await menu.click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await expect(page.getByText("Give the view a name.")).toBeVisible();
  await page.getByLabel("Name of a new view").fill("Nobody’s");
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.waitForURL(/\/admin\/applications\?view=[0-9a-f-]{36}$/);
  await expect(page.getByText("View: Nobody’s")).toBeVisible();
  await expect(page.getByText("30 applications", { exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Progress" })).toHaveCount(0);
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[K-VIEW-1] the late result of an earlier filter doesn't reset a newer choice", async () => {
  const page = await openDesk(browser, app, "/admin/applications", sized(1440));
  const owner = page.getByRole("combobox", { name: "Owner", exact: true });
  const due = page.getByRole("combobox", { name: "Due date", exact: true });
  await page.getByText("More filters").click();
  await page.route(/\/admin\/applications\.data\?.*owner=none.*due=/, () => undefined);
  // The newer choice comes when the router has the earlier page and React has not drawn it yet.
  await page.evaluate(() => {
    const replace = history.replaceState;
    history.replaceState = function (...args) {
      replace.apply(this, args);
      history.replaceState = replace;
      queueMicrotask(() => {
        const select = document.querySelector<HTMLSelectElement>("select[name=due]");
        if (select) select.value = "overdue";
        select?.dispatchEvent(new Event("change", { bubbles: true }));
      });
    };
  });
  const request = page.waitForRequest(/owner=none.*due=/);
  await owner.selectOption("none");
  await request;
  await expect(owner).toHaveClass(/filter-pill-set/);
  await expect(due).toHaveValue("overdue");
  await page.unrouteAll();
  await close(page);
});
