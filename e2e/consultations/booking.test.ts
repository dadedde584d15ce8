import type { Page } from "@playwright/test";
import { afterAll, afterEach, describe, expect as same, test } from "vitest";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openPage,
} from "../../test/harness/browser/browser";
import { openAllDay, takesConsultations } from "../../test/harness/in-process/takers";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
await openAllDay(app);
const [admin] = await app.query<{ id: string }>("select id from admin_users limit 1");
await takesConsultations(app, admin?.id ?? "");
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await app.query("delete from consultations");
});
afterAll(expectNoScriptErrors);

const path = "/consultation";
const open = (options: Parameters<typeof openPage>[2] = {}) => openPage(browser, app.url + path, options);
let people = 0;

async function fillIn(page: Page): Promise<string> {
  const email = `visitor${++people}@mail.example`;
  await page.getByLabel("Full name").fill("Natasha Rolle");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("WhatsApp", { exact: true }).check();
  await page.getByLabel("Phone number").fill("+1 242 555 0111");
  await page.getByLabel(/privacy policy/).check();
  return email;
}
/** Opens the second day, because the first may have one time only. */
async function choose(page: Page) {
  const day = page.locator("main details").nth(1);
  await day.locator("summary").click();
  const time = day.getByRole("radio").nth(3);
  await time.check();
  return (await time.getAttribute("value")) ?? "";
}
const book = (page: Page) => page.getByRole("button", { name: "Book this time" }).click();

describe.each([
  ["with script", true],
  ["without script", false],
])("%s", (_, javaScriptEnabled) => {
  test("[B-BOOK-26, B-BOOK-6, B-BOOK-9] a visitor makes a mistake, corrects it, and is asked to confirm the time that they chose", async () => {
    const page = await open({ viewport: { width: 360, height: 740 }, javaScriptEnabled });
    const time = await choose(page);
    await page.getByLabel("Full name").fill("Natasha Rolle");
    await book(page);
    await expect(page.getByRole("alert")).toContainText("Email address is required");
    await expect(page.getByLabel("Full name")).toHaveValue("Natasha Rolle");
    await expect(page.locator("input[name=time]:checked")).toHaveValue(time);
    await expectToFit(page);
    if (javaScriptEnabled) await expectAccessible(page);
    const email = await fillIn(page);
    await book(page);
    await expect(page.getByRole("status")).toContainText(`Please confirm by the link in our email to ${email} by`);
    await expectToFit(page);
    if (javaScriptEnabled) await expectAccessible(page);
    const [row] = await app.query<{ starts_at: Date }>("select starts_at from consultations");
    same(row?.starts_at.toISOString()).toBe(time);
  });
});

test.each([320, 360, 390, 1440])("[B-BOOK-26] at %i px the page fits and has no WCAG violation", async (width) => {
  const page = await open({ viewport: { width, height: 800 }, timezoneId: "Pacific/Auckland" });
  await expect(page.getByLabel("Show times in")).toHaveValue("Pacific/Auckland");
  await choose(page);
  await expectToFit(page);
  await expectAccessible(page);
});

test("[B-BOOK-5] the browser’s own zone is shown next to Nassau’s, and another one when it is chosen", async () => {
  const page = await open({ timezoneId: "Europe/London" });
  const first = page.locator("main details").first().locator("label").first();
  await expect(first).toContainText("London");
  await expect(first).toContainText("Nassau");
  await page.getByLabel("Show times in").selectOption("Asia/Tokyo");
  await expect(first).toContainText("Tokyo");
  await page.getByLabel("Show times in").selectOption("America/Nassau");
  await expect(first).not.toContainText("Tokyo");
  const at = (await page.locator("main details").first().getByRole("radio").first().getAttribute("value")) ?? "";
  same(new Date(at).toISOString()).toBe(at);
});

test("[B-BOOK-1] a chosen time stays chosen on other pages of days, with everything typed", async () => {
  const page = await open();
  const time = await choose(page);
  const email = await fillIn(page);
  await page.getByRole("link", { name: "Later days" }).click();
  await expect(page.getByRole("link", { name: "Earlier days" })).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await book(page);
  await expect(page.getByRole("status")).toContainText(email);
  const [row] = await app.query<{ starts_at: Date }>("select starts_at from consultations");
  same(row?.starts_at.toISOString()).toBe(time);
});

test("[B-BOOK-7] a time that somebody else takes meanwhile is refused with the nearest ones, and one of them is booked", async () => {
  const page = await open({ viewport: { width: 390, height: 800 } });
  const time = await choose(page);
  const email = await fillIn(page);
  await app.query(
    `insert into blocked_times (admin_id, starts_at, ends_at, made_by)
     select id, $1::timestamptz, $1::timestamptz + interval '15 minutes', 'desk@lucaya.example' from admin_users limit 1`,
    [time],
  );
  await book(page);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("That time is not free any more. Please choose another.");
  await expect(alert).toBeFocused();
  await expectToFit(page);
  await expectAccessible(page);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await alert.getByRole("radio").nth(2).check();
  await book(page);
  await expect(page.getByRole("status")).toContainText(email);
  await app.query("delete from blocked_times");
});

test("[B-BOOK-23] while the server can’t be reached everything typed stays, and is sent again", async () => {
  const page = await open();
  await choose(page);
  const email = await fillIn(page);
  await page.context().setOffline(true);
  await book(page);
  await expect(page.getByRole("alert")).toContainText("You seem to be offline. Please try again.");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.context().setOffline(false);
  await book(page);
  await expect(page.getByRole("status")).toContainText(email);
  same(await app.query("select count(*)::int as n from consultations")).toEqual([{ n: 1 }]);
});

test("[B-BOOK-26] a link that has ended leads to a new time, without a WCAG violation", async () => {
  const page = await open();
  await page.goto(`${app.url}/consultation/confirm?token=x`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work any more");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Book a new time" }).click();
  await expect(page).toHaveURL(app.url + path);
});
