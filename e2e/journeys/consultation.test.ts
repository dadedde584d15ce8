import type { Page } from "@playwright/test";
import { beforeEach, expect as expectValue, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect, expectAccessible, expectNoScriptErrors, openPage } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { mailsTo } from "../../test/harness/fakes/mails";
import { openAllDay, takesConsultations } from "../../test/harness/in-process/takers";
import { readCalendarFile } from "../../test/harness/read-calendar-file";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const phone = { viewport: { width: 360, height: 780 } };

const app = await sharedApp();
const browser = await sharedBrowser();
await openAllDay(app);
const [desk] = await app.query<{ id: string }>("select id from admin_users where email = $1", [admin.email]);
await takesConsultations(app, desk?.id ?? "");
beforeEach(async () => {
  for (const table of ["consultations", "blocked_times", "visa_inquiries", "limit_counts"])
    await app.query(`delete from ${table}`);
});

/** Presses what has the focus, as with the keyboard. */
async function pressed(page: Page, role: "link" | "button", name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

/** The days with free times. */
const days = (page: Page) => page.locator("details", { has: page.locator("[name=time]") });

/** Chooses the first time of the day in this place of the list. */
async function choose(page: Page, day: number): Promise<void> {
  const ofDay = days(page).nth(day);
  if ((await ofDay.getAttribute("open")) === null) {
    await ofDay.locator("summary").focus();
    await page.keyboard.press("Enter");
  }
  await ofDay.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await expect(ofDay.getByRole("radio").first()).toBeChecked();
}

async function book(page: Page, email: string, day: number): Promise<void> {
  await choose(page, day);
  await page.getByLabel("Full name").fill("Natasha Rolle");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("radio", { name: "Phone", exact: true }).check();
  await page.getByLabel("Phone number").fill("+1 242 555 0111");
  await page.getByLabel("What it is about").fill("A visit to my sister in Leeds");
  await page.locator("[name=privacyConsent]").check();
  await pressed(page, "button", "Book this time");
  await expect(page.getByText("Please confirm by the link in our email to")).toBeVisible();
}

async function confirm(page: Page, email: string, mails: number): Promise<void> {
  const mail = (await mailsTo(app, email, "consultation_confirm", mails)).at(-1);
  const [link] = /\/consultation\/confirm\?token=[\w-]+/.exec(mail?.text ?? "") ?? [];
  await page.goto(`${app.url}${link}`);
  await pressed(page, "button", "Confirm my consultation");
  await expect(page.getByRole("heading", { name: "Your consultation is booked", level: 1 })).toBeVisible();
}

const states = () =>
  app.query<{ state: string; sequence: number }>("select state, sequence from consultations order by created_at");

test.each([true, false])(
  "[B-BOOK-15, B-BOOK-16, B-BOOK-26] a visitor books, confirms, moves, cancels and books again, by keyboard on a phone; JavaScript: %s",
  async (javaScriptEnabled) => {
    const email = `natasha${javaScriptEnabled}@mail.test`;
    const page = await openPage(browser, app.url, { ...phone, javaScriptEnabled });
    await page.getByRole("link", { name: "Book a consultation" }).first().focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/consultation$/);
    await book(page, email, 2);
    await confirm(page, email, 1);
    await pressed(page, "link", "Move or cancel it");
    await expect(page.getByRole("heading", { name: "Your consultation", exact: true })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);

    const headers = (await fetch(page.url())).headers;
    expectValue([headers.get("cache-control"), headers.get("x-robots-tag"), headers.get("referrer-policy")]).toEqual([
      ...[expectValue.stringContaining("no-store"), expectValue.stringContaining("noindex"), "same-origin"],
    ]);

    await pressed(page, "link", "Move");
    await expect(page.getByRole("heading", { name: "Choose another time" })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    await pressed(page, "button", "Move my consultation");
    await expect(page.getByText("Please choose a time.")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    await choose(page, 4);
    await pressed(page, "button", "Move my consultation");
    await expect(page.getByText("Your consultation has been moved.")).toBeVisible();
    expectValue(await states()).toEqual([{ state: "booked", sequence: 1 }]);
    const calendar = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
    const file = readCalendarFile(await (await fetch(`${app.url}${calendar}`)).text());
    expectValue([file.method, file.event.sequence]).toEqual(["REQUEST", 1]);

    await pressed(page, "link", "Cancel");
    await expect(page.getByRole("heading", { name: "Cancel your consultation?" })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    await pressed(page, "button", "Cancel consultation");
    await expect(page.getByRole("heading", { name: "Your consultation is canceled" })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    expectValue(await states()).toEqual([{ state: "canceled", sequence: 2 }]);
    const sent = await mailsTo(app, email, "consultation", 3);
    expectValue(sent.map(({ subject }) => /booked|moved|canceled/.exec(subject ?? "")?.[0])).toEqual([
      ...["booked", "moved", "canceled"],
    ]);

    await pressed(page, "link", "Book another time");
    await book(page, email, 2);
    await confirm(page, email, 2);
    expectValue((await states()).map(({ state }) => state)).toEqual(["canceled", "booked"]);
    expectNoScriptErrors();
    await page.context().close();
  },
);

test("[B-BOOK-19, B-BOOK-21] staff block an afternoon, mark a no-show, and make an application of a booking", async () => {
  const email = "natasha.desk@mail.test";
  const visitor = await openPage(browser, `${app.url}/consultation`, phone);
  const day = await days(visitor).nth(3).locator("[name=time]").first().getAttribute("value");
  await book(visitor, email, 2);
  await confirm(visitor, email, 1);
  await visitor.context().close();

  const page = await openDesk(browser, app, "/admin/appointments/blocked");
  await page.getByLabel("First day").fill(String(day).slice(0, 10));
  await page.locator("[name=fromTime]").fill("12:00");
  await page.locator("[name=untilTime]").fill("18:00");
  await page.locator("[name=note]").fill("At the embassy");
  await page.getByRole("button", { name: "Block this time" }).click();
  await expect(page.getByText("At the embassy")).toBeVisible();
  expectValue(await app.query("select note from blocked_times")).toEqual([{ note: "At the embassy" }]);
  const noon = await app.query(
    "select 1 from blocked_times where (starts_at at time zone 'America/Nassau')::time = '12:00'",
  );
  expectValue(noon).toHaveLength(1);

  await app.query("update consultations set starts_at = now() - interval '20 minutes'");
  const [row] = await app.query<{ id: string; inquiry: string }>("select id, inquiry_id as inquiry from consultations");
  await page.goto(`${app.url}/admin/consultations/${row?.id}`);
  const mailed = () => app.query("select email_type, recipient_email from email_notifications order by id");
  const before = await mailed();
  await page.getByRole("button", { name: "No-show" }).click();
  await expect(page.getByText("No-show").first()).toBeVisible();
  await expect
    .poll(async () => (await app.query("select outcome from consultations"))[0])
    .toEqual({ outcome: "no_show" });
  expectValue(await mailed()).toEqual(before);

  await page.goto(`${app.url}/admin/inquiries/${row?.inquiry}`);
  await page.getByRole("link", { name: "Make an application" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.getByLabel("Visa service").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Make the application" }).click();
  await expect(page.getByText("the link is on its way to the applicant")).toBeVisible();
  expectValue(await app.query("select status from visa_inquiries")).toEqual([{ status: "converted" }]);
  await close(page);
});
