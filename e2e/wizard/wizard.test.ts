import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import type { Program } from "../../test/harness/program";
import { queueIsDone } from "../../test/harness/queue";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { confirmEmail } from "../../test/harness/stand-ins/mails";

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
afterAll(async () => {
  expectNoScriptErrors();
});

let people = 0;

/** A new application in a browser of its own, on its first step. */
async function start(options: Parameters<typeof openContext>[1] = {}) {
  return startIn(await openContext(browser, options));
}

async function startIn(context: BrowserContext) {
  const page = await context.newPage();
  const email = `person.${++people}@mail.example`;
  // All of these people use one IP address, so its limits are reset.
  await program.query("delete from limit_counts");
  await page.goto(`${program.url}/apply`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  await titled(page, "Applicant Information");
  return { context, page, email, id: new URL(page.url()).pathname.split("/")[2] ?? "" };
}

const stored = async (id: string, step = "step1") => {
  const [row] = await program.query<{ answers: Record<string, unknown>; place: number; percent: number }>(
    "select metadata -> $2 as answers, current_step as place, completion_percentage as percent from visa_applications where id = $1",
    [id, step],
  );
  return row;
};

const next = (page: Page) => page.getByRole("button", { name: "Next Step" }).click();
const titled = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

describe.each([true, false])("the wizard, script %s", (script) => {
  const options = { javaScriptEnabled: script };

  test("[W-WIZ-8, W-WIZ-10, W-WIZ-11, W-WIZ-24, W-SAVE-4, W-SHARED-10] back and forth loses nothing", async () => {
    const { page, id, context } = await start(options);
    await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
    await fillStep(page, applicant["Applicant Information"] ?? {});
    await next(page);
    await titled(page, "Passport Information");
    await fillStep(page, { passportNumber: "X1", hasLostStolenPassport: "yes", lostStolenDetails: "In a taxi" });
    // Hidden by another answer, and back with it.
    await page.locator('[name="hasLostStolenPassport"][value="no"]').check();
    if (script) await expect(page.locator('[name="lostStolenDetails"]')).toBeHidden();
    await page.getByRole("button", { name: "Previous" }).click();
    await titled(page, "Applicant Information");
    expect((await stored(id, "step2"))?.answers).toMatchObject({
      passportNumber: "X1",
      lostStolenDetails: "In a taxi",
    });
    // Steps that were reached can be opened, others can't.
    const steps = page.getByRole("navigation", { name: "Steps of the application" });
    await expect(steps.getByRole("button", { name: /Contact Information/ })).toBeDisabled();
    await steps.getByRole("button", { name: /Passport Information/ }).click();
    await titled(page, "Passport Information");
    await page.locator('[name="hasLostStolenPassport"][value="yes"]').check();
    await expect(page.locator('[name="lostStolenDetails"]')).toHaveValue("In a taxi");
    const again = await context.newPage();
    await again.goto(`${program.url}/apply/${id}`);
    await titled(again, "Passport Information");
  });

  test("[W-SAVE-5, W-SAVE-6, W-RESUME-2, W-RESUME-4] Save & Exit, and back with the email", async () => {
    const { page, id, email } = await start(options);
    await fillStep(page, { firstName: "Ines" });
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await titled(page, "Your application is saved");
    await expect(page.getByText("You can resume later through a link sent to your email.")).toBeVisible();
    if (script) await expectAccessible(page);
    expect(await stored(id)).toMatchObject({ answers: { firstName: "Ines" }, place: 1, percent: 13 });
    await page.goto(`${program.url}/apply/${id}`);
    await titled(page, "Applicant Information");
    await page.goto(`${program.url}/apply/${id}?exit=1`);
    await page.getByRole("button", { name: "Yes, remove it from this browser" }).click();
    await expect(page).toHaveURL(`${program.url}/`);
    await confirmEmail(program, id);
    await page.goto(`${program.url}/apply/${id}`);
    await titled(page, "Welcome back");
    await expect(page.locator("body")).not.toContainText("Ines");
    await page.getByLabel("Email address").fill("somebody@mail.example");
    await page.getByRole("button", { name: "Open my application" }).click();
    await expect(page.getByText("That is not the email address this application was started with.")).toBeVisible();
    if (script) await expectAccessible(page);
    await page.getByLabel("Email address").fill(email.toUpperCase());
    await page.getByRole("button", { name: "Open my application" }).click();
    await expect(page.locator('[name="firstName"]')).toHaveValue("Ines");
  });

  test("[W-SAVE-13] two tabs that differ: both are shown, and either can be kept", async () => {
    const { page, id, context } = await start(options);
    const other = await context.newPage();
    await other.goto(`${program.url}/apply/${id}`);
    await fillStep(page, { firstName: "Here" });
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await titled(page, "Your application is saved");
    await fillStep(other, { firstName: "There" });
    await other.getByRole("button", { name: "Save & Exit" }).click();
    await titled(other, "Two versions of this step");
    await expect(other.getByRole("listitem").filter({ hasText: "First name" })).toHaveText(
      /Typed here\s*There\s*Saved elsewhere\s*Here/,
    );
    if (script) await expectAccessible(other);
    expect((await stored(id))?.answers).toMatchObject({ firstName: "Here" });
    await other.getByRole("button", { name: "Keep what I typed here" }).click();
    await titled(other, "Applicant Information");
    await expect(other.locator('[name="firstName"]')).toHaveValue("There");
    expect((await stored(id))?.answers).toMatchObject({ firstName: "There" });
  });
});

test("[W-SAVE-1, W-SAVE-8] saves by itself after 30 seconds, and says only Saved", async () => {
  const context: BrowserContext = await openContext(browser);
  await context.clock.install();
  const { page, id } = await startIn(context);
  await fillStep(page, { firstName: "Autosaved" });
  expect((await stored(id))?.answers).not.toHaveProperty("firstName");
  const saved = page.waitForResponse((response) => response.url().endsWith("/save"));
  await context.clock.fastForward(31_000);
  expect((await saved).status()).toBe(200);
  expect((await stored(id))?.answers).toMatchObject({ firstName: "Autosaved" });
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toHaveText("Saved");
});

test("[W-SAVE-9, W-SAVE-10] a save that fails is told and sent again", async () => {
  const context = await openContext(browser);
  await context.clock.install();
  const { page, id } = await startIn(context);
  await context.setOffline(true);
  await fillStep(page, { firstName: "Kept" });
  await context.clock.fastForward(31_000);
  await expect(page.getByText("Save failed, trying again")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.setOffline(false);
  const saved = page.waitForResponse((response) => response.url().endsWith("/save"));
  await context.clock.fastForward(31_000);
  await saved;
  await expect.poll(async () => (await stored(id))?.answers).toMatchObject({ firstName: "Kept" });
});

test("[W-RESUME-5, W-RESUME-6, W-RESUME-7] a number opens nothing, and asking sends a link to the address on file alone", async () => {
  const { id, email } = await start();
  const [row] = await program.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${program.url}/apply/${row?.number.toLowerCase()}`);
  await titled(page, "Open an application");
  await expect(page.locator("body")).not.toContainText(email);
  await expectAccessible(page);
  const said = async (number: string) => {
    await page.goto(`${program.url}/apply/${number}`);
    await page.getByRole("button", { name: "Send the link" }).click();
    // A slow machine shows for a moment that it loads: that is a status too.
    return page.getByRole("status").filter({ hasText: "link" }).textContent();
  };
  const known = await said(row?.number ?? "");
  expect(await said("BV26-0000-0000")).toBe(known);
  await queueIsDone(program);
  const mails = await program.query(
    "select recipient_email as email from email_notifications where email_type = 'resume_link'",
  );
  expect(mails).toEqual([{ email }]);
});
