import type { Page } from "@playwright/test";
import { afterEach, describe, expect as expectNow, test } from "vitest";
import { calendarLongDate, daysAfter, nassauDay } from "../../app/core/time";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { type Case, openAsHolder, openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { endUndo } from "../../test/harness/desk/undo";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const inDays = (days: number) => daysAfter(nassauDay(), days);
const widths = [360, 390, 1440];

async function approvedCase(): Promise<Case> {
  const opened = await submittedCase(app);
  await app.query("update visa_applications set status = 'approved' where id = $1", [opened.id]);
  return opened;
}
async function insertKeyDate({ id }: Case, kind: string, endsOn: string): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    "insert into key_dates (application_id, kind, ends_on, note, made_by) values ($1, $2, $3, 'Leave by then.', 'a@b.example') returning id",
    [id, kind, endsOn],
  );
  return row?.id ?? "";
}
const keyDatesOf = ({ id }: Case) =>
  app.query<{ kind: string; on: string | null; settled: string | null; suspended: boolean }>(
    `select kind, ends_on::text as on, settled_as as settled, suspended_at is not null as suspended
     from key_dates where application_id = $1 order by ends_on nulls last`,
    [id],
  );
async function expectAccessibleAtAll(page: Page) {
  for (const width of widths) {
    await page.setViewportSize(sized(width).viewport);
    await expectAccessible(page);
  }
}

describe("what ends when, on the applicant's page", () => {
  test("[X-TERM-6, X-TERM-10] it is above what is open, the earliest first, and its holder alone downloads the calendar file", async () => {
    const opened = await approvedCase();
    const passport = await insertKeyDate(opened, "passport", inDays(-1));
    const visa = await insertKeyDate(opened, "visa", inDays(42));
    const page = await openAsHolder(browser, opened);
    const section = page.getByRole("region", { name: "Expirations and deadlines" });
    await expect(section.getByRole("listitem")).toContainText([
      new RegExp(`Passport.*expired on ${calendarLongDate(inDays(-1))}.*Leave by then\\.`),
      new RegExp(`Visa.*${calendarLongDate(inDays(42))} · in 42 days`),
    ]);
    await expect(section.getByRole("link", { name: /^Add to calendar\s?: Visa$/ })).toHaveAttribute(
      "href",
      `/apply/${opened.id}/key-dates/${visa}.ics`,
    );
    await expectAccessibleAtAll(page);
    await close(page);
    const file = await opened.client.get(`/apply/${opened.id}/key-dates/${visa}.ics`);
    expectNow([file.status, file.headers.get("content-type")]).toEqual([
      200,
      "text/calendar; charset=utf-8; method=PUBLISH",
    ]);
    expectNow(await file.text()).toContain(`DTSTART;VALUE=DATE:${inDays(42).replaceAll("-", "")}`);
    const other = await submittedCase(app);
    for (const client of [new HttpClient(app), other.client])
      expectNow((await client.get(`/apply/${opened.id}/key-dates/${visa}.ics`)).status).toBe(404);
    expectNow((await other.client.get(`/apply/${other.id}/key-dates/${passport}.ics`)).status).toBe(404);
    expectNow((await opened.client.get(`/apply/${opened.id}/key-dates/nothing.ics`)).status).toBe(404);
  });

  test("[X-TERM-6] without any the heading is not there", async () => {
    const page = await openAsHolder(browser, await approvedCase());
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Expirations and deadlines" })).toHaveCount(0);
    await close(page);
  });
});

describe("key dates at the desk", () => {
  test.each([true, false])(
    "[X-TERM-4, X-TERM-9, X-TERM-10] staff add, correct, settle and remove one, with JavaScript %s, and nothing typed is lost",
    async (javaScriptEnabled) => {
      const opened = await approvedCase();
      const desk = await openDesk(browser, app, `/admin/applications/${opened.id}/key-dates?add=yes`, {
        ...sized(1440),
        javaScriptEnabled,
      });
      const add = desk.getByRole("button", { name: "Add key date" });
      await desk.getByLabel("What ends").selectOption("visa");
      await desk.getByLabel("Note").fill("Bring the old card.");
      await add.click();
      await expect(desk.getByLabel("Ends on")).toHaveAccessibleDescription(
        /Enter the day, or choose No expiration date\./,
      );
      await expect(desk.getByLabel("What ends")).toHaveValue("visa");
      await expect(desk.getByLabel("Note")).toHaveValue("Bring the old card.");
      if (javaScriptEnabled) await expectAccessibleAtAll(desk);
      await desk.getByLabel("Ends on").fill(inDays(42));
      await add.click();
      await desk.waitForURL((url) => url.hash === "#key-dates");
      expectNow(await keyDatesOf(opened)).toMatchObject([{ kind: "visa", on: inDays(42) }]);

      const open = async (summary: RegExp) => {
        await desk.goto(`${app.url}/admin/applications/${opened.id}/key-dates`);
        await desk.locator("summary").filter({ hasText: summary }).click();
      };
      await open(/^Change/);
      await desk.getByLabel("Ends on").first().fill(inDays(50));
      await desk.getByRole("button", { name: "Save key date" }).click();
      await desk.waitForURL((url) => url.hash === "#key-dates");
      await open(/^Mark as settled/);
      await desk.getByRole("button", { name: "Mark as settled" }).click();
      await expect(desk.getByLabel("How it was settled")).toHaveAccessibleDescription(/Choose how it was settled\./);
      if (javaScriptEnabled) await expectAccessibleAtAll(desk);
      await desk.getByLabel("How it was settled").selectOption("renewed");
      await desk.getByRole("button", { name: "Mark as settled" }).click();
      await desk.waitForURL((url) => url.hash === "#key-dates");
      expectNow(await keyDatesOf(opened)).toMatchObject([{ on: inDays(50), settled: "renewed" }]);
      await desk.goto(`${app.url}/admin/applications/${opened.id}/key-dates`);
      await desk.getByRole("button", { name: "Take back" }).click();
      await desk.waitForURL((url) => url.hash === "#key-dates");
      await open(/^Change/);
      await desk.getByRole("button", { name: "Remove key date" }).click();
      await desk.waitForURL((url) => url.hash === "#key-dates");
      expectNow(await keyDatesOf(opened)).toEqual([]);
      await close(desk);
    },
  );

  test("[X-TERM-7, X-TERM-8] the case offers the passport's day, and Keep and Remove for what an earlier approval left", async () => {
    const opened = await approvedCase();
    await app.query("update passport_information set expiration_date = $2 where application_id = $1", [
      ...[opened.id, inDays(900)],
    ]);
    const visa = await insertKeyDate(opened, "visa", inDays(42));
    await app.query("update key_dates set suspended_at = now() where id = $1", [visa]);
    const desk = await openAtDesk(browser, app, opened);
    const section = desk.getByRole("region", { name: "Expirations and deadlines" });
    await expect(section).toContainText(`The passport expires on ${calendarLongDate(inDays(900))} (from the answers)`);
    await expect(section).toContainText(`Not in force since ${calendarLongDate(nassauDay())}`);
    await expectAccessibleAtAll(desk);
    await desk.setViewportSize(sized(1440).viewport);
    await section.getByRole("button", { name: "Record this date" }).click();
    await expect(section.getByRole("listitem")).toHaveCount(2);
    await section.getByRole("button", { name: /^Keep\s?: Visa$/ }).click();
    await expect(section).not.toContainText("Not in force");
    expectNow(await keyDatesOf(opened)).toMatchObject([
      { kind: "visa", suspended: false },
      { kind: "passport", on: inDays(900) },
    ]);
    await endUndo(app);
    await close(desk);
  });
});

test.each([true, false])(
  "[X-TERM-3, X-TERM-10] the decision asks for them once Approved is chosen, with JavaScript %s, and a refused one stays typed",
  async (javaScriptEnabled) => {
    const opened = await submittedCase(app);
    const desk = await openDesk(browser, app, `/admin/applications/${opened.id}/decision`, {
      ...sized(1440),
      javaScriptEnabled,
    });
    const dates = desk.getByRole("group", { name: "Expirations and deadlines" });
    await expect(dates).toBeHidden();
    await desk.getByLabel("Decision").selectOption("approved");
    await expect(dates).toBeVisible();
    const decide = desk.getByRole("button", { name: "Decide and notify applicant" });
    await decide.click();
    await expect(dates).toContainText("Enter the expiration date, or choose one of the other two.");
    if (javaScriptEnabled) await expectAccessibleAtAll(desk);
    await dates.getByLabel("What ends").first().selectOption("permit");
    await dates.getByLabel("Ends on").first().fill(inDays(365));
    await dates.getByLabel("Valid from").first().fill(inDays(366));
    await decide.click();
    await expect(dates.getByLabel("Ends on").first()).toHaveAccessibleDescription(/It has to end after it begins\./);
    await expect(dates.getByLabel("What ends").first()).toHaveValue("permit");
    await dates.getByLabel("Valid from").first().fill(inDays(0));
    await decide.click();
    if (javaScriptEnabled) await desk.getByRole("button", { name: "Yes, decide" }).click();
    else {
      await desk.getByLabel("Yes, I am sure").check();
      await decide.click();
    }
    await desk.waitForURL((url) => url.pathname === `/admin/applications/${opened.id}`);
    expectNow(await keyDatesOf(opened)).toMatchObject([{ kind: "permit", on: inDays(365) }]);
    await close(desk);
  },
);
