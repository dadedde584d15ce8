import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
afterAll(expectNoScriptErrors);

const link = (page: Page) => page.getByRole("link", { name: "My application" });
const open = async (options: Parameters<typeof openContext>[1] = {}) =>
  (await openContext(await sharedBrowser(), options)).newPage();

describe("[N-BEGIN-7] My application in the header of a public page", () => {
  test("the link appears with a start and at the first paint, leads to the application, and disappears once its access was ended elsewhere", async () => {
    const page = await open();
    await page.goto(`${app.url}/about`);
    await expect(link(page)).toHaveCount(0);
    await page.goto(`${app.url}/apply`);
    await page.getByLabel("Email address").fill("held@mail.example");
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await expect(page).toHaveURL(/\/apply\/[0-9a-f-]{36}$/);
    const url = page.url();
    // Without a page load: the header is drawn anew.
    await page.getByRole("link", { name: "Lucaya, home page" }).click();
    await expect(link(page)).toBeVisible();

    // No other script of the page has run, so nothing of it comes later and moves what stands below.
    // They are held back, not refused: a refused one would be an error of the page.
    await page.route("**/*.js", () => {});
    await page.goto(`${app.url}/about`, { waitUntil: "commit" });
    await expect(link(page)).toBeVisible();
    await page.unroute("**/*.js");
    await page.goto(`${app.url}/about`);
    await expectAccessible(page);
    await link(page).click();
    await expect(page).toHaveURL(url);

    await app.query("delete from application_holders");
    await page.goto(`${app.url}/about`);
    await expect(link(page)).toHaveCount(0);
    expect((await page.context().cookies()).filter(({ name }) => /application/.test(name))).toEqual([]);
    await page.context().close();
  });

  test.each([
    ["with JavaScript", true],
    ["without JavaScript", false],
  ])(
    "the link is in a phone's menu, and the list of several applications fits a phone: %s",
    async (_, javaScriptEnabled) => {
      const client = new HttpClient(app);
      const way = javaScriptEnabled ? "with" : "without";
      for (const email of [`one.${way}@mail.example`, `two.${way}@mail.example`]) await client.start(email);
      const page = await open({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      const cookies = cookiesOf(client).map((cookie) => ({ ...cookie, httpOnly: cookie.name !== "my-application" }));
      await page.context().addCookies(cookies);
      await page.goto(`${app.url}/about`);
      await page.locator("summary", { hasText: "Menu" }).click();
      await link(page).click();
      await expect(page.getByRole("heading", { name: "My applications" })).toBeVisible();
      await expectToFit(page);
      if (javaScriptEnabled) await expectAccessible(page);
      await page.context().close();
    },
  );
});
