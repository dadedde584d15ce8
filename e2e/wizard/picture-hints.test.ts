import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, test } from "vitest";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { cookiesOf, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { drawDefect } from "../../test/harness/stand-ins/papers";

const app = await sharedApp();
const started = await startBahamas(app);
const browser = await sharedBrowser();
const picture: { name: string; mimeType: string; buffer: Buffer } = {
  name: "passport.jpg",
  mimeType: "image/jpeg",
  buffer: (await drawDefect("blurred", 0)).bytes,
};
afterAll(expectNoScriptErrors);

const contexts: BrowserContext[] = [];
afterAll(async () => {
  for (const context of contexts) await context.close();
});
async function open(options: Parameters<typeof openContext>[1]): Promise<Page> {
  const context = await openContext(browser, options);
  contexts.push(context);
  await context.addCookies(cookiesOf(started.client));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${started.id}/documents`);
  await titled(page, "Documents");
  return page;
}
const words = "This picture looks blurred. Can you read every word on it?";
const slotOf = (page: Page) => page.locator("section#passport_copy");
const isNarrow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("[U-QUAL-3] on a phone a blurred picture gets a hint, which Use it anyway ends for good", async () => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await slotOf(page).locator('input[type="file"]').setInputFiles(picture);
  await expect(slotOf(page).getByText(words, { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(await isNarrow(page)).toBe(true);
  await slotOf(page).getByRole("button", { name: "Use it anyway: passport.jpg" }).click();
  await expect(slotOf(page).getByText(words, { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(slotOf(page).getByRole("link", { name: "passport.jpg" })).toBeVisible();
  await expect(slotOf(page).getByText(words, { exact: true })).toHaveCount(0);
});

test("[U-QUAL-3] without script both answers are buttons of the page", async () => {
  const page = await open({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false });
  const upload = async () => {
    await slotOf(page)
      .locator('input[type="file"]')
      .setInputFiles({ ...picture, name: "second.jpg" });
    await slotOf(page).getByRole("button", { name: "Upload: " }).click();
    await expect(slotOf(page).getByText(words, { exact: true })).toBeVisible();
  };
  await upload();
  await slotOf(page).getByRole("button", { name: "Remove it: second.jpg" }).click();
  await expect(slotOf(page).getByRole("link", { name: "second.jpg" })).toHaveCount(0);
  await upload();
  await slotOf(page).getByRole("button", { name: "Use it anyway: second.jpg" }).click();
  await expect(slotOf(page).getByText(words, { exact: true })).toHaveCount(0);
  await expect(slotOf(page).getByRole("link", { name: "second.jpg" })).toBeVisible();
});
