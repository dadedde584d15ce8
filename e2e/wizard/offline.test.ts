import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { type Opened, openWizard, sentIntents, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { confirmEmail } from "../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const nameOf = async (id: string) => (await storedStep(app, id, 1)).answers.firstName;
const nameField = (page: Page) => page.locator('[name="firstName"]');
const warning = (page: Page) => page.getByText("Save failed, trying again");

describe("the wizard offline", () => {
  test("[W-SAVE-9, W-SAVE-10] ten minutes offline show since when, open no dialog, and save once the connection is back", async () => {
    const { page, id, context } = await openWizard(browser, app, { clock: true });
    const intents = sentIntents(page);
    await context.setOffline(true);
    await fillStep(page, { firstName: "Ten minutes" });
    await page.clock.runFor(31_000);
    await expect(warning(page)).toBeVisible();
    for (let minute = 0; minute < 10; minute++) {
      await page.clock.fastForward(60_000);
      await fillStep(page, { middleName: `Minute ${minute}` });
    }
    await page.clock.runFor(11_000);
    await expect(page.getByText(/· 1[01] minutes unsaved/)).toBeVisible();
    await expect(page.getByText("You are offline.")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
    expect(intents.length, "it kept trying").toBeGreaterThan(5);
    // No clock moves any more: the event alone sends it.
    await context.setOffline(false);
    await expect
      .poll(() => storedStep(app, id, 1))
      .toMatchObject({
        answers: { firstName: "Ten minutes", middleName: "Minute 9" },
      });
    await expect(warning(page)).toBeHidden();
  });

  describe("the navigation buttons offline", () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await openWizard(browser, app, { step: 8 });
    });

    test.each(["Next Step", "Previous", "Review & Certification"])(
      "[N-LINE-4] %s keeps every typed value and saves it once the connection is back",
      async (name) => {
        const { page, id, context } = opened;
        await page
          .getByRole("button", { name: /^Complete|Passport Information/ })
          .first()
          .click();
        await titled(page, "Passport Information");
        await context.setOffline(true);
        const inputs = { issuingAuthority: `Kingston Office, ${name}` };
        await fillStep(page, inputs);
        const button = page.getByRole("button", { name: new RegExp(name) }).first();
        await button.click();
        const titles: Record<string, string> = {
          "Next Step": "Contact Information",
          Previous: "Applicant Information",
        };
        await titled(page, titles[name] ?? name);
        await context.setOffline(false);
        await expect.poll(() => storedStep(app, id, 2)).toMatchObject({ answers: inputs });
      },
    );
  });

  test("a saved step whose next step doesn't load stays on the screen, and moves on once the connection is back", async () => {
    const { page, id } = await openWizard(browser, app);
    await fillStep(page, {
      firstName: "Ana",
      lastName: "Lima",
      gender: "female",
      maritalStatus: "single",
      dateOfBirth: "1990-01-01",
      cityOfBirth: "Nassau",
      countryOfBirth: "BS",
    });
    for (const answer of ["lost", "database away"]) {
      await page.route("**/apply/*.data**", (route) =>
        answer === "lost"
          ? route.abort()
          : route.fulfill({ status: 503, contentType: "text/html", body: "<p>away</p>" }),
      );
      const isDataRequest = (request: { url: () => string }) => request.url().includes(".data");
      const response =
        answer === "lost" ? page.waitForEvent("requestfailed", isDataRequest) : page.waitForResponse(isDataRequest);
      await page.getByRole("button", { name: "Next Step" }).click();
      await response;
      await expect(page.getByText("We couldn’t open that step")).toBeVisible();
      await expect(nameField(page)).toHaveValue("Ana");
      await page.unroute("**/apply/*.data**");
    }
    expect(await nameOf(id)).toBe("Ana");
    await page.getByRole("button", { name: "Open it now" }).click();
    await titled(page, "Passport Information");
  });

  test("[W-SAVE-7] a failed Save & Exit says so, and nothing is lost", async () => {
    const { page, id, context } = await openWizard(browser, app);
    await context.setOffline(true);
    await fillStep(page, { firstName: "Leaving" });
    await page.getByRole("button", { name: "Save & Exit" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Failed to save progress. Please try again." });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "OK" }).click();
    await context.setOffline(false);
    await expect.poll(() => nameOf(id)).toBe("Leaving");
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await titled(page, "Your application is saved");
  });
});

describe("a failing server", () => {
  test("[W-FAIL-2] saves are retried until the server's database is available again", async () => {
    const { page, id } = await openWizard(browser, app, { clock: true });
    const unavailable = { kind: "failed", away: true, message: "" };
    await page.route("**/save", (route) => route.fulfill({ status: 503, json: unavailable }));
    await fillStep(page, { firstName: "Waiting" });
    await page.clock.runFor(30_000);
    await expect(page.getByText("Our server can’t save anything right now.")).toBeVisible();
    await page.unroute("**/save");
    await page.clock.runFor(15_000);
    await expect.poll(() => nameOf(id)).toBe("Waiting");
    await expect(warning(page)).toBeHidden();
  });

  test("[W-FAIL-4] a server that limits saves says so and accepts the answers after the minute", async () => {
    const { page, id, client } = await openWizard(browser, app, { clock: true });
    let response = await client.post(`/apply/${id}/save`, { step: "applicant_info", revision: "0", intent: "save" });
    for (let count = 0; response.status === 200 && count < 40; count++)
      response = await client.post(`/apply/${id}/save`, { step: "applicant_info", revision: "0", intent: "save" });
    expect(response.status).toBe(429);
    await page.reload();
    await fillStep(page, { firstName: "Patient" });
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Too many saves came from this browser.");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(warning(page)).toBeVisible();
    expect(await nameOf(id)).toBeUndefined();
    // Another browser's right is counted by itself.
    await client.changeBrowser(id);
    const [cookie] = [...client.cookies].map(([name, value]) => ({ name, value, url: app.url, httpOnly: true }));
    if (cookie) await page.context().addCookies([cookie]);
    await page.clock.runFor(61_000);
    await expect.poll(() => nameOf(id)).toBe("Patient");
  });

  test("an access that ended unnoticed leads by email back to the review with its typed values", async () => {
    const { page, id, context, email } = await openWizard(browser, app, { step: 8 });
    await confirmEmail(app, id);
    await fillStep(page, { electronicSignature: "Nadège Rolle" });
    await context.clearCookies();
    await page.getByRole("button", { name: "Submit Application" }).click();
    const dialog = page.getByRole("dialog", { name: "Please open your application again" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "OK" }).click();
    await titled(page, "Welcome back");
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Open my application" }).click();
    await titled(page, "Review & Certification");
    await expect(page.locator('[name="electronicSignature"]')).toHaveValue("Nadège Rolle");
    await expect.poll(() => storedStep(app, id, 8)).toMatchObject({ answers: { electronicSignature: "Nadège Rolle" } });
  });
});
