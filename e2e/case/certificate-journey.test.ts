import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { calendarDate, calendarLongDate } from "../../app/core/time";
import { datePartsOf } from "../../app/form-engine/typed/dates";
import type { AppServer } from "../../test/harness/app-server";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { pdf } from "../../test/harness/applicants/journey-files";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import { titled } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { openAsHolder, unfold } from "../../test/harness/case/opened-case";
import { HttpClient } from "../../test/harness/http-client";
import { inDays } from "../../test/harness/in-days";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let app: AppServer;
let browser: Browser;
let desk: Page;
let page: Page;
let client: HttpClient;
let id: string;
beforeAll(async () => {
  app = await sharedApp();
  browser = await sharedBrowser();
  client = new HttpClient(app);
});
afterAll(async () => {
  expectNoScriptErrors();
  await page?.context().close();
  await desk?.context().close();
});

const medical = "Medical certificate";
const issued = inDays(-20);
const plannedOn = calendarLongDate(inDays(20));
const tooOldWhenFiled = new RegExp(
  `It will be too old when we file: it is good until .+, and we plan to file on ${plannedOn}\\.`,
);
const replaced = `Issued on ${calendarLongDate(issued)}. The newer one is good until ${calendarLongDate(inDays(30))}.`;

/** Types a day into the boxes of a file and leaves them. */
async function date(file: string, day: string | { day: string; month: string; year: string }) {
  const boxes = page.getByRole("group", { name: `Date of issue of ${file}` });
  const parts = typeof day === "string" ? datePartsOf(day) : day;
  await boxes.getByLabel("Day").fill(parts.day);
  await boxes.getByLabel("Month").fill(parts.month);
  await boxes.getByLabel("Year").fill(parts.year);
  await boxes.getByLabel("Year").press("Tab");
  return boxes;
}

const casePath = () => `/admin/applications/${id}`;
const filedOn = (of: Page) => of.getByLabel("Filed on");
const documents = (of: Page) => of.getByRole("region", { name: "Documents", exact: true });

const saveFiling = (of: Page) =>
  of
    .getByRole("region", { name: "Whose turn it is" })
    .locator("form")
    .filter({ has: filedOn(of) })
    .getByRole("button", { name: "Save", exact: true })
    .click();

/** Fills in the form that records the filing, and sends it. */
async function file(of: Page, day: string) {
  await of.getByText(/^Filed with the authorities/).click();
  await filedOn(of).fill(day);
  await saveFiling(of);
}

describe("a medical certificate that will be too old on the filing day", () => {
  test("[U-AGE-1, U-AGE-7] staff set its rule and the usual filing day in the editor of the service", async () => {
    const service = await serviceOf(app, "us-travel-b1-b2-visa");
    desk = await openDesk(browser, app, `/admin/services/${service.id}`, sized(1440));
    await desk.getByRole("tab", { name: "Requirements" }).click();
    await desk.getByRole("button", { name: "Add a document" }).click();
    const row = desk
      .getByRole("listitem")
      .filter({ has: desk.getByLabel("Date rule") })
      .last();
    await row.getByRole("textbox", { name: "Name" }).fill(medical);
    await row.getByLabel("Date rule").selectOption("filing");
    await row.getByLabel("Number").fill("30");
    await row.getByLabel("Days or months").selectOption("days");
    await expect(row).toContainText("It must be issued at most 30 days before we file your application.");
    await desk.getByLabel(/^We usually file within/).fill("20");
    await expectAccessibleAtBoth(desk);
    await desk.getByRole("button", { name: "Save changes" }).click();
    await desk.waitForURL(/\/admin\/services(#|$)/);
    id = await client.start("certificate@mail.example", { service: service.id });
    await client.fillIn(id);
  });

  test("[U-AGE-4, U-AGE-5, U-AGE-6] its applicant reads it at the upload, after dates that can’t be", async () => {
    page = await openAsHolder(browser, { id, client, email: "" });
    await page.goto(`${app.url}/apply/${id}/documents`);
    const slot = page.getByRole("region", { name: medical, exact: true });
    await slot.locator('input[type="file"]').setInputFiles([pdf("certificate.pdf")]);
    await expect(slot).toContainText("Please give the date of issue");
    const boxes = await date("certificate.pdf", inDays(40));
    await expect(boxes).toContainText("Date of issue can’t be in the future");
    await date("certificate.pdf", { ...datePartsOf(issued), year: issued.slice(2, 4) });
    await expect(boxes).toContainText("Date of issue: please write the year with four digits");
    await expect(boxes.getByLabel("Year")).toHaveValue(issued.slice(2, 4));
    await date("certificate.pdf", issued);
    await expect(slot).toContainText(tooOldWhenFiled);
    await expect(boxes).not.toContainText("four digits");
    await expect(slot.getByText("Newer one needed")).toBeVisible();
    await expect(page.getByText("One document needs a newer copy.")).toBeVisible();
    await expectAccessibleAtBoth(page);
  });

  test("[U-AGE-9] the review lists it with and without JavaScript, leads to it, and is submitted all the same", async () => {
    const title = "Some documents need a newer copy";
    const review = `${app.url}/apply/${id}?step=review_certification`;
    const plain = await openAsHolder(browser, { id, client, email: "" }, { javaScriptEnabled: false, folded: true });
    for (const reader of [plain, page]) {
      await reader.goto(review);
      await expect(reader.getByText(title)).toBeVisible();
      await expect(reader.getByText(tooOldWhenFiled)).toBeVisible();
      await expect(reader.getByText("If we need a newer copy, we’ll ask for it")).toBeVisible();
      if (reader === page) await expectAccessibleAtBoth(page);
      await reader.getByRole("button", { name: medical, exact: true }).click();
      await expect(reader).toHaveURL(/\/documents#medical_certificate$/);
      await titled(reader, "Documents");
      await expect(reader.getByText(tooOldWhenFiled)).toBeVisible();
    }
    await plain.context().close();
    await page.goto(review);
    await fillStep(page, applicant["Review & Certification"] ?? {});
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("dialog")).toContainText("Application Submitted");
  });

  test("[U-AGE-10, U-AGE-11] the page of the application says it, and asks for none yet", async () => {
    await page.goto(`${app.url}/apply/${id}`);
    await unfold(page);
    await expect(documents(page)).toContainText(tooOldWhenFiled);
    await expect(page.getByRole("group", { name: medical })).toHaveCount(0);
    await expectAccessibleAtBoth(page);
  });

  test("[U-AGE-11, U-AGE-12] Today lists the case, and from its document staff ask for a newer one", async () => {
    await goTo(desk, app, "/admin");
    const line = aging().getByRole("listitem");
    await expect(line).toContainText(`${medical} · too old from ${calendarDate(inDays(11))}`);
    await expectAccessibleAtBoth(desk);
    await line.getByRole("link").click();
    await expect(documents(desk)).toContainText(tooOldWhenFiled);
    await expectAccessibleAtBoth(desk);
    await desk.getByRole("link", { name: /^Ask for a newer one ?: Medical certificate$/ }).click();
    await expect(desk.getByLabel("What do you need?")).toHaveValue("document:medical_certificate");
    const reason = `A newer one is needed: the one you sent was issued on ${calendarLongDate(issued)}.`;
    await expect(desk.locator("#reason-0")).toHaveValue(reason);
    await desk.getByRole("button", { name: "Ask the applicant" }).click();
    await expect(desk).toHaveURL(/#requests$/);
    await expect(desk.getByRole("link", { name: /^Ask for a newer one/ })).toHaveCount(0);
  });

  test("[U-AGE-4, U-AGE-8] its applicant sends a newer one, and the old one asks for nothing on the page, at the desk and on Today", async () => {
    await page.goto(`${app.url}/apply/${id}`);
    await unfold(page);
    const item = page.getByRole("group", { name: medical });
    await expect(item).toContainText("A newer one is needed");
    await item.locator('input[type="file"]').setInputFiles([pdf("newer.pdf")]);
    await date("newer.pdf", inDays(0));
    await expect(item).toContainText(`Good until ${calendarLongDate(inDays(30))}.`);
    await expect(documents(page), "not sent yet").toContainText(tooOldWhenFiled);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: /^Sent: / })).toBeVisible();
    await expect(documents(page)).toContainText(replaced);
    await expect(page.getByText(tooOldWhenFiled)).toHaveCount(0);
    await expectAccessibleAtBoth(page);
    await goTo(desk, app, casePath());
    await expect(documents(desk)).toContainText(replaced);
    await expect(desk.getByText(tooOldWhenFiled)).toHaveCount(0);
    await expectAccessibleAtBoth(desk);
    await goTo(desk, app, "/admin");
    await expect(desk.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    await expect(aging()).toHaveCount(0);
  });

  test("[U-AGE-12] once the newer one is too old as well, filing asks first: on a page without JavaScript, in a dialog with it", async () => {
    await app.query(
      "update documents set issued_on = issued_on - 40 where application_id = $1 and issued_on is not null",
      [id],
    );
    const question = `${medical} was issued on ${calendarLongDate(inDays(-40))}, which is too old for this filing day. File anyway?`;
    const filed = `Filed with the authorities ${calendarDate(inDays(0))}`;
    const plain = await openDesk(browser, app, casePath(), { ...sized(360), javaScriptEnabled: false });
    await file(plain, inDays(0));
    await expect(plain.getByRole("heading", { name: "Before you file" })).toBeVisible();
    await expect(plain.getByText(question)).toBeVisible();
    await plain.getByRole("link", { name: "Don’t file yet" }).click();
    await expect(plain.getByText("Filed with the authorities?")).toBeVisible();
    await file(plain, inDays(0));
    await plain.getByRole("button", { name: "File anyway" }).click();
    await expect(plain.getByText(filed)).toBeVisible();
    await plain.context().close();

    await goTo(desk, app, casePath());
    await file(desk, "");
    await expect(desk.getByText("Filed with the authorities?")).toBeVisible();
    await goTo(desk, app, casePath());
    await file(desk, inDays(0));
    const dialog = desk.getByRole("alertdialog", { name: "Before you file" });
    await expect(dialog).toContainText(question);
    await expectAccessibleAtBoth(desk);
    await dialog.getByRole("button", { name: "Don’t file yet" }).click();
    await expect(dialog).toBeHidden();
    await expect(filedOn(desk)).toHaveValue(inDays(0));
    await saveFiling(desk);
    await dialog.getByRole("button", { name: "File anyway" }).click();
    await expect(desk.getByText(filed)).toBeVisible();
    await expect(dialog).toBeHidden();
    await close(desk);
  });
});

const aging = () => desk.getByRole("region", { name: /^Documents getting too old/ });
