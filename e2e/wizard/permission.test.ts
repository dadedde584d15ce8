import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { pdf } from "../../test/harness/applicants/journey-files";
import {
  continueByLink,
  cookiesOf,
  openStep,
  openWizard,
  storedStep,
  titled,
} from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { confirmEmail, mailsTo, resumeLinkOf } from "../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

// The permission to open an application is a cookie of thirty days: it ends while a tab stays open. Without script:
// test/applications/journeys/journey-without-script.test.ts.

const linkFor = async (email: string) =>
  app.url + resumeLinkOf((await mailsTo(app, email, "application_started", 1))[0]).path;

/** Opens the application by the mailed link, in a tab as the mail program opens one. */
async function followLink(context: BrowserContext, email: string, title: string): Promise<void> {
  const page = await context.newPage();
  await continueByLink(page, await linkFor(email));
  await titled(page, title);
  await page.close();
}

/** The person comes back to the tab: headless pages are never in the background, so the test fires the event. */
const focusPage = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

async function closeNotice(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Please open your application again" });
  await expect(dialog).toContainText("What you typed is safe in this tab");
  await dialog.getByRole("button", { name: "OK" }).click();
  await titled(page, "Welcome back");
  await expect(page.getByText("Your latest answers are still here")).toBeVisible();
}

const back = (page: Page) => expect(page.getByText("Your last answers are back")).toBeVisible();

describe("an access that ends unnoticed", () => {
  test("every button reports that the access has ended, and the reopened step shows the typed values", async () => {
    const { page, id, context, email } = await openWizard(browser, app, { step: 2 });
    const cookies = await context.cookies();
    for (const name of [/^Previous/, /Applicant Information/, /^Documents/, /^Save & Exit/, /^Next Step/]) {
      await context.clearCookies();
      const inputs = { passportNumber: "R7 001", issuingAuthority: String(name) };
      await fillStep(page, inputs);
      await page.getByRole("button", { name }).first().click();
      await closeNotice(page);
      if (name.test("Next Step")) {
        await expectAccessible(page);
        await followLink(context, email, "Passport Information");
      } else await context.addCookies(cookies);
      await focusPage(page);
      await titled(page, "Passport Information");
      await expect(page.locator('[name="issuingAuthority"]')).toHaveValue(String(name));
      await expect.poll(() => storedStep(app, id, 2)).toMatchObject({ answers: inputs });
    }
  });

  test("[W-SAVE-9, W-SAVE-10] the autosave shows a line with a link instead of a dialog", async () => {
    const { page, id, context, email } = await openWizard(browser, app, { clock: true });
    await context.clearCookies();
    await fillStep(page, { firstName: "Half", middleName: "a" });
    await page.clock.runFor(31_000);
    await expect(page.getByText("This browser can no longer open the application")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await fillStep(page, { middleName: "a word" });
    await page.getByRole("button", { name: "Open it again" }).click();
    await titled(page, "Welcome back");
    // In this very tab, as a mail program in the browser opens it.
    await continueByLink(page, await linkFor(email));
    await back(page);
    await expect(page.locator('[name="middleName"]')).toHaveValue("a word");
    const inputs = { firstName: "Half", middleName: "a word" };
    await expect.poll(() => storedStep(app, id, 1)).toMatchObject({ answers: inputs });
  });

  test("[W-SAVE-9] an unchanged tab saves its answers after a link was followed in another tab", async () => {
    const { page, id, context, email } = await openWizard(browser, app, { clock: true });
    await context.clearCookies();
    await fillStep(page, { firstName: "Waiting" });
    await page.clock.runFor(31_000);
    await expect(page.getByText("This browser can no longer open the application")).toBeVisible();
    await followLink(context, email, "Applicant Information");
    await page.clock.runFor(31_000);
    await expect.poll(() => storedStep(app, id, 1)).toMatchObject({ answers: { firstName: "Waiting" } });
    await expect(page.getByText("This browser can no longer open the application")).toBeHidden();
    await expect(page.locator('[name="firstName"]')).toHaveValue("Waiting");
  });

  test("checkboxes and signature of the review are restored and can be submitted", async () => {
    const { page, context, email } = await openWizard(browser, app, { step: 8 });
    await context.clearCookies();
    const inputs = {
      certifyAccuracy: "on",
      certifyUnderstanding: "on",
      electronicSignature: "Nadège Ñuñez O'Brien-陳",
    };
    await fillStep(page, inputs);
    await page.getByRole("button", { name: "Submit Application" }).click();
    await closeNotice(page);
    await followLink(context, email, "Review & Certification");
    await focusPage(page);
    await back(page);
    await expect(page.locator('[name="certifyAccuracy"]')).toBeChecked();
    await expect(page.locator('[name="electronicSignature"]')).toHaveValue("Nadège Ñuñez O'Brien-陳");
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("dialog", { name: "Application Submitted" })).toBeVisible();
  });

  test("[W-UPLOAD-9] a file for a question or a document chosen after the access ended is not uploaded, and the typed values are restored", async () => {
    const { client, id, email } = await startBahamas(app);
    const page = await openStep(browser, { client, id }, "criminal_history");
    const context = page.context();
    const cookies = cookiesOf(client);
    await context.clearCookies();
    await fillStep(page, { hasCriminalConvictions: "yes", convictionPlace: "Nassau" });
    const file = pdf("record.pdf");
    await page.locator("input[type=file]").setInputFiles(file);
    await closeNotice(page);
    await context.addCookies(cookies);
    await focusPage(page);
    await back(page);
    await expect(page.locator('[name="convictionPlace"]')).toHaveValue("Nassau");

    await page.goto(`${app.url}/apply/${id}/documents`);
    await confirmEmail(app, id);
    const chooser = page.locator("input[type=file]").first();
    await expect.poll(() => chooser.evaluate((input) => Object.keys(input).join())).toContain("__reactProps");
    await context.clearCookies();
    await chooser.setInputFiles(file);
    await expect(page.getByText("Not uploaded: this browser can no longer open").first()).toBeVisible();
    await expectAccessible(page);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Open it in another tab" }).click(),
    ]);
    await tab.getByLabel("Email address").fill(email);
    await tab.getByRole("button", { name: "Open my application" }).click();
    await titled(tab, "Criminal History");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "record.pdf" })).toBeVisible();
  });
});
