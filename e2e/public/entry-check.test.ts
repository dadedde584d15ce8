import type { Page } from "@playwright/test";
import { afterAll, afterEach, describe, expect as same, test } from "vitest";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openPage,
} from "../../test/harness/browser/browser";
import { pageThat } from "../../test/harness/page-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(expectNoScriptErrors);

const check = "/do-i-need-a-visa";
const phone = { viewport: { width: 360, height: 740 } };
const open = (path: string, options: Parameters<typeof openPage>[2] = {}) => openPage(browser, app.url + path, options);

async function choose(page: Page, passport: string, to: string) {
  await page.getByLabel("Your passport").selectOption({ label: passport });
  await page.getByLabel("Where are you going?").selectOption({ label: to });
  await page.getByRole("button", { name: "Check" }).click();
}

describe.each([
  ["with script", true],
  ["without script", false],
])("from home, %s", (_, javaScriptEnabled) => {
  test("[B-CHECK-1, B-CHECK-9, B-CHECK-13] a Bahamian who goes to the United Kingdom is told that they do not need us", async () => {
    const page = await open("/", { ...phone, javaScriptEnabled });
    await page.getByRole("link", { name: "Find your visa" }).click();
    await expect(page).toHaveURL(app.url + check);
    await choose(page, "Bahamas", "United Kingdom");
    await expect(page).toHaveURL(`${app.url}${check}?passport=BS&to=GB&for=visit`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "You do not need a visa, but an electronic travel authorization before you travel.",
    );
    await expect(page.getByRole("heading", { name: "You do not need us for this." })).toBeVisible();
    await page.getByRole("link", { name: "Ask us, free" }).click();
    await expect(page).toHaveURL(`${app.url}/contact`);
  });

  test("[B-CHECK-8, B-GUARD-2, B-GUARD-3] an answer leads to the start, which asks before it creates anything", async () => {
    const page = await open(`${check}?passport=BS&to=US&for=visit`, { javaScriptEnabled });
    await page.getByRole("link", { name: "Apply for US Travel (B1/B2) Visa" }).click();
    await expect(page.getByLabel("Your nationality (optional)")).toHaveValue("BS");
    await page.goto(`${app.url}/apply?service=uk-visitor-visa&nationality=BS`);
    await page.getByLabel("Email address").fill(`guard-${javaScriptEnabled}@mail.example`);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("With a passport of the Bahamas you do not need this visa for a short visit.");
    if (javaScriptEnabled) {
      await expect(alert).toBeFocused();
      await expectAccessible(page);
    }
    await expect(page.getByLabel("Email address")).toHaveValue(`guard-${javaScriptEnabled}@mail.example`);
    await alert.getByRole("link", { name: "Show me what I need" }).click();
    await expect(page).toHaveURL(`${app.url}${check}?passport=BS&to=GB&for=visit`);
    await page.goto(`${app.url}/apply?service=uk-visitor-visa&nationality=BS`);
    await page.getByLabel("Email address").fill(`guard-${javaScriptEnabled}@mail.example`);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await page.getByRole("button", { name: "Go on anyway" }).click();
    await expect(page).toHaveURL(/\/apply\/[\da-f-]{36}$/);
    await page.goto(`${page.url()}?step=passport_info`);
    same(
      await app.query("select metadata -> 'step2' ->> 'nationalityCountry' as code from visa_applications"),
    ).toContainEqual({
      code: "BS",
    });
  });
});

test("[B-CHECK-3] by keyboard alone: the first wrong field has the focus, and the next try is answered", async () => {
  const page = await open(check);
  await page.getByRole("button", { name: "Check" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your passport")).toBeFocused();
  await expect(page.getByText("Choose the country that issued your passport.")).toBeVisible();
  await page.keyboard.type("Bahamas");
  await page.keyboard.press("Tab");
  await page.keyboard.type("France");
  await page.getByRole("button", { name: "Check" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You do not need a visa.");
});

test("[B-CHECK-13] form, message and each kind of answer are accessible and fit at 360 and 1440 px", async () => {
  await app.query("update entry_rules set checked_on = '2024-08-20' where answer = 'visa_free'");
  const queries = ["", "?to=GB", "?passport=&to=&for=study"].concat(
    ["US", "GB", "FR", "CA", "BS"].map((to) => `?passport=BS&to=${to}&for=visit`),
  );
  // A word without a place to break, such as an address in a note.
  const word = "w".repeat(150);
  await app.query(
    "update entry_rules set notes = notes || to_jsonb(array[$1]), stay = left($1, 80) where answer = 'eta'",
    [word],
  );
  await pageThat(app, `${check}?passport=BS&to=GB&for=visit`, ({ html }) => html.includes(word));
  const page = await open(check);
  for (const query of queries) {
    await page.goto(app.url + check + query);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      await expectToFit(page);
    }
  }
});

test("[B-CHECK-13] a printed answer shows headline, conditions, source and dates, and no form", async () => {
  const page = await open(`${check}?passport=BS&to=US&for=visit`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("You carry a Bahamian police certificate")).toBeVisible();
  await expect(page.getByText("The source said so on September 21, 2021")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check" })).toBeHidden();
});
