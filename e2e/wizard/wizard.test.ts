import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { controlled, type Opened, openWizard, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { readMetadata } from "../../test/harness/encryption/stored-answers";
import { confirmEmail } from "../../test/harness/fakes/mails";
import { HttpClient } from "../../test/harness/http-client";
import { queueIsDone } from "../../test/harness/queue";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const stored = async (id: string, step = "step1") => {
  const [row] = await app.query<{ place: number; percent: number }>(
    "select current_step as place, completion_percentage as percent from visa_applications where id = $1",
    [id],
  );
  return row && { ...row, answers: (await readMetadata(app, id))?.[step] ?? {} };
};

const next = (page: Page) => page.getByRole("button", { name: "Next Step" }).click();

// Without script: test/applications/journeys/journey-without-script.test.ts.
describe("moving between steps", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWizard(browser, app);
  });

  test("[W-WIZ-10, W-WIZ-12] Previous is disabled on the first step, and Next Step advances", async () => {
    const { page } = opened;
    await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
    await fillStep(page, applicant["Applicant Information"] ?? {});
    await next(page);
    await titled(page, "Passport Information");
    await expect(page.getByRole("button", { name: "Previous" })).toBeEnabled();
  });

  test("[W-WIZ-11, W-SAVE-4] Previous saves a step even when it is not valid, including answers hidden by another", async () => {
    const { page, id } = opened;
    await fillStep(page, { passportNumber: "X1", hasLostStolenPassport: "yes" });
    await fillStep(page, { lostStolenDetails: "In a taxi" });
    await page.locator('[name="hasLostStolenPassport"][value="no"]').check();
    await expect(page.locator('[name="lostStolenDetails"]')).toBeHidden();
    await page.getByRole("button", { name: "Previous" }).click();
    await titled(page, "Applicant Information");
    expect((await stored(id, "step2"))?.answers).toMatchObject({
      passportNumber: "X1",
      lostStolenDetails: "In a taxi",
    });
  });

  test("[W-WIZ-8] only reached steps can be opened", async () => {
    const { page } = opened;
    const steps = page.getByRole("navigation", { name: "Steps of the application" });
    await expect(steps.getByRole("button", { name: /Contact Information/ })).toBeDisabled();
    await steps.getByRole("button", { name: /Passport Information/ }).click();
    await titled(page, "Passport Information");
  });

  test("[W-SHARED-10] a hidden answer is shown again with the answer that asks for it", async () => {
    const { page } = opened;
    await page.locator('[name="hasLostStolenPassport"][value="yes"]').check();
    await expect(page.locator('[name="lostStolenDetails"]')).toHaveValue("In a taxi");
  });

  test("[W-WIZ-24, W-RESUME-4] another tab opens the application at its current step, by its id and by its number", async () => {
    const { id, context } = opened;
    const [row] = await app.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    );
    const again = await context.newPage();
    for (const name of [id, row?.number]) {
      await again.goto(`${app.url}/apply/${name}`);
      await titled(again, "Passport Information");
    }
  });
});

describe("Save & Exit", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWizard(browser, app);
  });

  test("[W-SAVE-5, W-SAVE-6] Save & Exit stores the percentage, says how to come back, and leads to the home page", async () => {
    const { page, id } = opened;
    await fillStep(page, { firstName: "Ines" });
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await titled(page, "Your application is saved");
    await expect(page.getByText("You can resume later through a link sent to your email")).toBeVisible();
    await expectAccessible(page);
    expect(await stored(id)).toMatchObject({ answers: { firstName: "Ines" }, place: 1, percent: 13 });
    await page.getByRole("link", { name: "No, it’s mine" }).click();
    await expect(page).toHaveURL(`${app.url}/`);
    // This browser still opens it.
    await page.goto(`${app.url}/apply/${id}`);
    await expect(page.locator('[name="firstName"]')).toHaveValue("Ines");
  });

  test("[W-SAVE-6] on a shared device the application is removed from the browser, which leads to the home page too", async () => {
    const { page, id } = opened;
    await page.goto(`${app.url}/apply/${id}?exit=1`);
    await page.getByRole("button", { name: "Yes, remove it from this browser" }).click();
    await expect(page).toHaveURL(`${app.url}/`);
  });

  test("[W-RESUME-2] the email of the start opens the application again, and another email does not", async () => {
    const { page, id, email } = opened;
    await confirmEmail(app, id);
    await page.goto(`${app.url}/apply/${id}`);
    await titled(page, "Welcome back");
    await expect(page.locator("body")).not.toContainText("Ines");
    await page.getByLabel("Email address").fill("somebody@mail.example");
    await page.getByRole("button", { name: "Open my application" }).click();
    await expect(page.getByText("That’s not the email address we have for this application.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Email address").fill(email.toUpperCase());
    await page.getByRole("button", { name: "Open my application" }).click();
    await expect(page.locator('[name="firstName"]')).toHaveValue("Ines");
  });
});

test("[W-SAVE-13] two tabs with different answers show both versions, and either can be kept", async () => {
  const { page, id, context } = await openWizard(browser, app);
  const otherTab = await context.newPage();
  await otherTab.goto(`${app.url}/apply/${id}`);
  await controlled(otherTab);
  await fillStep(page, { firstName: "Here" });
  await page.getByRole("button", { name: "Save & Exit" }).click();
  await titled(page, "Your application is saved");
  await fillStep(otherTab, { firstName: "There" });
  await otherTab.getByRole("button", { name: "Save & Exit" }).click();
  await titled(otherTab, "Two versions of this step");
  await expect(otherTab.getByRole("listitem").filter({ hasText: "First name" })).toHaveText(
    /Typed here\s*There\s*Saved elsewhere\s*Here/,
  );
  expect((await stored(id))?.answers).toMatchObject({ firstName: "Here" });
  await otherTab.getByRole("button", { name: "Keep what I typed here" }).click();
  await titled(otherTab, "Applicant Information");
  await expect(otherTab.locator('[name="firstName"]')).toHaveValue("There");
  expect((await stored(id))?.answers).toMatchObject({ firstName: "There" });
});

describe("the autosave every 30 seconds", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWizard(browser, app, { clock: true });
  });
  const saved = () => opened.page.waitForResponse((response) => response.url().endsWith("/save"));

  test("[W-SAVE-1, W-SAVE-8] the autosave runs by itself and shows only Saved", async () => {
    const { page, id } = opened;
    await fillStep(page, { firstName: "Autosaved" });
    expect((await stored(id))?.answers ?? {}).not.toHaveProperty("firstName");
    const response = saved();
    await page.clock.fastForward(31_000);
    expect((await response).status()).toBe(200);
    expect((await stored(id))?.answers).toMatchObject({ firstName: "Autosaved" });
    await expect(page.getByRole("status").filter({ hasText: "Saved" })).toHaveText("Saved");
  });

  test("[W-SAVE-9] a failed autosave is reported without a dialog and is retried", async () => {
    const { page, id, context } = opened;
    await context.setOffline(true);
    await fillStep(page, { firstName: "Kept" });
    await page.clock.fastForward(31_000);
    await expect(page.getByText("Save failed, trying again")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // No clock moves any more: that the line is back is enough.
    await context.setOffline(false);
    await expect.poll(async () => (await stored(id))?.answers).toMatchObject({ firstName: "Kept" });
  });
});

test("[W-RESUME-5, W-RESUME-6, W-RESUME-7] a number alone opens nothing, and a request sends a link only to the stored email", async () => {
  const client = new HttpClient(app);
  const email = "asks.for.a.link@mail.example";
  const id = await client.start(email);
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${app.url}/apply/${row?.number.toLowerCase()}`);
  await titled(page, "Open an application");
  await expect(page.locator("body")).not.toContainText(email);
  await expectAccessible(page);
  const textFor = async (number: string) => {
    await page.goto(`${app.url}/apply/${number}`);
    await page.getByRole("button", { name: "Send the link" }).click();
    // A slow machine shows for a moment that it loads: that is a status too.
    return page.getByRole("status").filter({ hasText: "link" }).textContent();
  };
  const known = await textFor(row?.number ?? "");
  expect(await textFor("BV26-0000-0000")).toBe(known);
  await queueIsDone(app);
  const mails = await app.query(
    "select recipient_email as email from email_notifications where email_type = 'resume_link'",
  );
  expect(mails).toEqual([{ email }]);
});
