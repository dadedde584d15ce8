import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { AppServer } from "../../test/harness/app-server";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { cookiesOf, storedStep } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { needsDebian } from "../../test/harness/debian-packages";
import { drawPassportPage, ocrFont, type PassportPage } from "../../test/harness/fakes/passport-pages";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const hasFont = needsDebian(ocrFont);
const phone = { viewport: { width: 390, height: 844 } };
/** Reading waits for mails and takes its time on a busy machine. */
const wait = 120_000;

let app: AppServer;
let browser: Browser;
let passport: PassportPage;
let unsharp: Buffer;
beforeAll(async () => {
  app = await sharedApp();
  browser = await sharedBrowser();
  if (!hasFont) return;
  passport = await drawPassportPage("turned", 2);
  unsharp = await sharp(passport.picture).blur(12).jpeg().toBuffer();
});
afterAll(expectNoScriptErrors);

const picture = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

async function begin(options: Parameters<typeof openContext>[1]) {
  const { id, client } = await startBahamas(app);
  await app.query("update visa_applications set furthest_step = 1, current_step = 1, metadata = '{}' where id = $1", [
    id,
  ]);
  const context = await openContext(browser, { ...phone, ...options });
  await context.addCookies(cookiesOf(client));
  return { id, context, page: await context.newPage() };
}

const box = (page: Page) => page.getByRole("region", { name: "We read this from your passport" });
const slot = (page: Page) => page.locator("#passport_copy");
const file = (page: Page) => slot(page).locator('input[type="file"]');
const readingNote = "We are reading the two lines at the bottom. You can go on meanwhile.";
const unreadableNote = /^We could not read the two lines at the bottom of this page\. That is no problem/;

async function expectUsed(id: string) {
  const { holder } = passport;
  expect((await storedStep(app, id, 1)).answers).toMatchObject({ dateOfBirth: holder.dateOfBirth });
  expect((await storedStep(app, id, 2)).answers).toMatchObject({
    nationalityCountry: holder.country[0],
    expirationDate: holder.expirationDate,
  });
}

describe.skipIf(!hasFont)("a passport page photographed with a phone", () => {
  let context: BrowserContext | undefined;
  afterAll(() => context?.close());

  test("[U-MRZ-5, U-MRZ-7, U-MRZ-8] a sideways picture gets a hint, another one is read by itself, and its values are used", {
    timeout: wait,
  }, async () => {
    const begun = await begin({});
    context = begun.context;
    const { page, id } = begun;
    await page.goto(`${app.url}/apply/${id}/documents`);
    await file(page).setInputFiles(picture("blurred.jpg", unsharp));
    await expect(
      slot(page).getByText("This picture looks blurred. Can you read every word on it?", { exact: true }),
    ).toBeVisible();
    await expect(slot(page).getByText(unreadableNote)).toBeVisible();
    await expect(slot(page).getByText("A sharp, straight picture of the whole page helps.")).toBeVisible();
    await expectAccessible(page);
    await slot(page).getByRole("button", { name: "Remove it: blurred.jpg" }).click();
    await expect(slot(page).getByText("blurred.jpg", { exact: true })).toHaveCount(0);

    await file(page).setInputFiles(picture("sharp.jpg", passport.picture));
    await expect(box(page)).toBeVisible();
    await expect(box(page)).toContainText(passport.holder.passportNumber);
    await expect(box(page).getByRole("checkbox", { name: "Last name" })).not.toBeChecked();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
    }
    await page.setViewportSize(phone.viewport);
    await page.goto(`${app.url}/apply/${id}`);
    await page.locator('[name="middleName"]').fill("Marie");
    await expectAccessible(page);
    await box(page).getByRole("checkbox", { name: "Last name" }).check();
    await box(page).getByRole("button", { name: "Use these answers" }).click();
    await expect(page.locator("#passport-filled")).toBeFocused();
    await expect(page.locator("#passport-filled")).toContainText("We’ve filled in 7 answers from your passport");
    await expect(box(page)).toHaveCount(0);
    await expect(page.locator('[name="lastName"]')).toHaveValue(passport.holder.lastName);
    await expect(page.locator('[name="middleName"]')).toHaveValue("Marie");
    await expectUsed(id);
  });

  test("[U-MRZ-7] what is typed in step 1 while the page is read keeps its place, and the box appears by itself", {
    timeout: wait,
  }, async () => {
    const { page, id, context } = await begin({});
    await page.goto(`${app.url}/apply/${id}/documents`);
    await file(page).setInputFiles(picture("page.jpg", passport.picture));
    await expect(slot(page).getByRole("link", { name: "page.jpg" })).toBeVisible();
    await app.query("update passport_readings set state = 'waiting', answered_at = null where application_id = $1", [
      id,
    ]);
    await page.goto(`${app.url}/apply/${id}`);
    const name = page.locator('[name="firstName"]');
    await name.fill("Natasha");
    await name.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
    await app.query("update passport_readings set state = 'read' where application_id = $1 and sealed is not null", [
      id,
    ]);
    await expect(box(page)).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("Natasha");
    expect(await name.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
    await page.goto(`${app.url}/apply/${id}/documents`);
    await box(page).getByRole("button", { name: "No, thanks" }).click();
    await expect(box(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Documents", level: 1 })).toBeFocused();
    await app.query("update passport_readings set answered_at = null where application_id = $1", [id]);
    await page.reload();
    await box(page).getByRole("button", { name: "Use these answers" }).click();
    await expect(page.locator("#passport-filled")).toBeFocused();
    await context.close();
  });

  test("[U-MRZ-5, U-MRZ-7] the same without JavaScript, with Look again", { timeout: wait }, async () => {
    const { page, id, context } = await begin({ javaScriptEnabled: false });
    await page.goto(`${app.url}/apply/${id}/documents`);
    await file(page).setInputFiles(picture("page.jpg", passport.picture));
    await slot(page)
      .getByRole("button", { name: /^Upload: / })
      .click();
    await expect(slot(page).getByText(readingNote)).toBeVisible();
    await expect(async () => {
      await slot(page).getByRole("button", { name: "Look again" }).click();
      await expect(box(page)).toBeVisible({ timeout: 1 });
    }).toPass({ timeout: 60_000 });
    await box(page).getByRole("button", { name: "Use these answers" }).click();
    await expect(page.getByText("We’ve filled in 6 answers from your passport")).toBeVisible();
    await expectUsed(id);
    await context.close();
  });
});
