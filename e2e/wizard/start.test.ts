import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import { openSectionOf } from "../../test/harness/applicants/sections";
import { controlled, cookiesOf, titled } from "../../test/harness/applicants/wizard";
import {
  beforeScript,
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

describe("the start page", () => {
  let page: Page;
  beforeAll(async () => {
    page = await (await openContext(browser)).newPage();
  });
  afterAll(() => page.context().close());

  /** The page in its current state, at the widths of a phone and a wide screen. */
  async function accessibleAtBoth() {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
  }
  const start = () => page.getByRole("button", { name: "Start Application" });
  const email = () => page.getByLabel("Email address");

  test("[W-WIZ-27] the start page of an unknown service says so and is accessible", async () => {
    await page.goto(`${app.url}/apply?service=none`);
    await expect(page.getByText("We do not offer this visa")).toBeVisible();
    await accessibleAtBoth();
  });

  test("[F-MAIL-3] the email field shows the normalized email on blur", async () => {
    await page.goto(`${app.url}/apply`);
    for (const [typed, used] of [
      ["Ana Rolle <ana@mail.example>;", "ana@mail.example"],
      ["mailto:ana@mail.example\u200b", "ana@mail.example"],
      ["ana@mail", "ana@mail"],
    ] as const) {
      await email().fill(typed);
      await page.getByLabel(/I agree to the/).focus();
      await expect(email()).toHaveValue(used);
    }
  });

  test("[W-START-7, W-WIZ-27, F-APPL-16] an email and the agreed terms enable the button, and whichever is missing is named below it", async () => {
    const missing = page.locator("#start-missing");
    const { id } = await serviceOf(app, "bahamian-evisa");
    await page.goto(`${app.url}/apply?service=${id}`);
    await expect(start()).toBeDisabled();
    await expect(missing).toHaveText("Enter your email address and agree to the terms.");
    await expect(start()).toHaveAccessibleDescription("Enter your email address and agree to the terms.");
    await accessibleAtBoth();
    await email().fill("nobody");
    await expect(start()).toBeDisabled();
    await expect(missing).toHaveText("Agree to the terms.");
    await page.getByLabel(/I agree to the/).check();
    await expect(start()).toBeEnabled();
    await expect(missing).toBeHidden();
    await email().fill(" ");
    await expect(start()).toBeDisabled();
    await expect(missing).toHaveText("Enter your email address.");
  });

  test("[W-START-8, W-WIZ-27, N-BEGIN-6] an invalid email is marked, stays as typed, and starts nothing", async () => {
    await email().fill("nobody");
    await start().click();
    await expect(page.getByRole("link", { name: "Please enter a valid email address" })).toBeVisible();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page).toHaveTitle(/^Error: Apply: /);
    await expect(email()).toHaveValue("nobody");
    await accessibleAtBoth();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    expect(await app.query("select 1 from visa_applications")).toEqual([]);
  });
});

test("[N-BEGIN-2, N-BEGIN-3] a price chosen before the script has loaded stays chosen, an unavailable price is refused, and a listed price starts the application", async () => {
  const page = await (await openContext(browser)).newPage();
  const price = (name: RegExp) => page.getByRole("radio", { name });
  const start = page.getByRole("button", { name: "Start Application" });
  const slug = "schengen-visitor-visa";
  await beforeScript(
    page,
    () => page.goto(`${app.url}/apply?service=${slug}`, { waitUntil: "commit" }),
    async () => {
      await price(/^Adult/).check();
      await page.getByLabel("Email address").fill("tiers@mail.example");
      await page.getByLabel(/I agree to the/).check();
    },
  );
  // The router takes over scrolling once the page's script runs.
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  await expect(start).toBeEnabled();
  await expect(price(/^Adult/)).toBeChecked();
  await expect(page.getByLabel("Email address")).toHaveValue("tiers@mail.example");

  // Staff replace all prices of the visa.
  await app.query(
    `update visa_pricing_tiers set id = gen_random_uuid(), tier_name = tier_name || ' 2.0'
     where service_id = (select id from visa_services where slug = $1)`,
    [slug],
  );
  await start.click();
  const alert = page.getByRole("alert");
  await expect(alert).toBeFocused();
  await expectAccessible(page);
  await alert.getByRole("link", { name: "Please choose one of the prices on this page" }).click();
  const prices = page.getByRole("radiogroup", { name: /Which price applies to you/ });
  await expect(prices.getByRole("radio").first()).toBeFocused();
  await expect(prices.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(page.getByLabel("Email address")).toHaveValue("tiers@mail.example");
  await price(/^Adult 2\.0/).check();
  await start.click();
  await titled(page, "Applicant Information");
  const tierQuery = "select tier_name as tier from visa_applications where user_email = 'tiers@mail.example'";
  expect(await app.query(tierQuery)).toEqual([{ tier: "Adult 2.0" }]);
  await page.context().close();
});

describe("details of a yes-or-no question", () => {
  let page: Page;
  let id: string;
  beforeAll(async () => {
    const client = new HttpClient(app);
    id = await client.start("details@mail.example");
    await app.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
    const context = await openContext(browser, { viewport: { width: 360, height: 740 } });
    await context.addCookies(cookiesOf(client));
    page = await context.newPage();
  });
  afterAll(() => page.context().close());

  test.each([
    ["[W-S7-23]", "security_questionnaire", "hasVotedUnlawfully", "unlawfulVotingDetails"],
    ["[W-S5-5]", "family_background", "hasSpouse", "spousePlaceOfBirth"],
  ])("%s in %s: they appear with Yes, disappear with No, and return as typed", async (_, step, question, details) => {
    await page.goto(`${app.url}/apply/${id}?step=${step}`);
    await controlled(page);
    await openSectionOf(page, question);
    const answer = (value: string) => page.locator(`[name="${question}"][value="${value}"]`);
    const detailsInput = page.locator(`[name="${details}"]`);
    await expect(detailsInput).toBeHidden();
    await answer("yes").check();
    await expect(detailsInput).toBeVisible();
    await detailsInput.fill("In Freeport");
    await answer("no").check();
    await expect(detailsInput).toBeHidden();
    await answer("yes").check();
    await expect(detailsInput).toHaveValue("In Freeport");
  });
});
