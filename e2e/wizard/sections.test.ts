import type { Page } from "@playwright/test";
import { afterAll, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { openSection, openSectionOf, pressNext } from "../../test/harness/applicants/sections";
import { controlled, openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import { beforeScript, expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const summary = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Please complete all required fields before continuing" });

/** The section that is open, with its heading focused on top of the page. */
async function isAt(page: Page, name: string, count: string) {
  await expect(openSection(page)).toHaveText([name]);
  await expect(page.getByText(`Section ${count}`).filter({ visible: true })).toHaveCount(1);
  await expect(openSection(page)).toBeFocused();
  await expect(openSection(page)).toHaveAccessibleDescription(`Section ${count}`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByText("Step 1 of 8")).toBeVisible();
}

test("[N-PART-1, N-PART-2, N-PART-4] a long step on a phone advances by valid sections, and goes back by button and browser and after a reload", async () => {
  const { page, id } = await openWizard(browser, app, phone);
  await expect(page.getByText("Section 1 of 2").filter({ visible: true })).toHaveCount(1);
  await expect(button(page, "Next Step")).toBeHidden();
  await expect(button(page, "Previous")).toBeDisabled();
  await button(page, "Continue").tap();
  await expect(summary(page).getByRole("heading")).toBeFocused();
  await expect(summary(page).getByRole("link")).toHaveText(["First name is required", "Last name is required"]);

  const { gender, maritalStatus, dateOfBirth, cityOfBirth, countryOfBirth, ...names } =
    applicant["Applicant Information"] ?? {};
  await fillStep(page, names);
  await page.locator('[name="firstName"]').press("Enter");
  await isAt(page, "Personal details", "2 of 2");
  await expect(summary(page)).toHaveCount(0);
  await expect.poll(async () => (await storedStep(app, id, 1)).answers).toMatchObject({ firstName: "Nadège" });
  await expect(button(page, "Continue")).toBeHidden();
  await expect(button(page, "Next Step")).toBeVisible();

  await button(page, "Previous").tap();
  await isAt(page, "Name and contact", "1 of 2");
  await page.goBack();
  await isAt(page, "Personal details", "2 of 2");
  await page.goBack();
  await isAt(page, "Name and contact", "1 of 2");
  await page.goForward();
  await isAt(page, "Personal details", "2 of 2");
  await page.reload();
  await controlled(page);
  await expect(openSection(page)).toHaveText(["Personal details"]);
  // Paper has the whole step, however narrow it is.
  await page.emulateMedia({ media: "print" });
  await expect(openSection(page)).toHaveText(["Name and contact", "Personal details"]);
  await page.emulateMedia({ media: null });

  await page.setViewportSize({ width: 700, height: 780 });
  await expect(openSection(page)).toHaveText(["Name and contact", "Personal details"]);
  await expect(page.getByText(/Section \d of/).filter({ visible: true })).toHaveCount(0);
  const opened = page.getByRole("heading", { name: "Personal details" });
  await expect(opened).toBeInViewport();
  await expect(opened).toHaveAccessibleDescription("");
  await expect(button(page, "Previous")).toBeDisabled();
  await page.locator('[name="firstName"]').focus();
  await page.setViewportSize(phone.viewport);
  await expect(openSection(page)).toHaveText(["Name and contact"]);
  await expect(page.locator('[name="firstName"]')).toBeFocused();
  await pressNext(page);
  await expect(summary(page).getByRole("link")).toHaveCount(5);
  await fillStep(page, { gender, maritalStatus, dateOfBirth, cityOfBirth, countryOfBirth } as typeof names);
  await pressNext(page);
  await titled(page, "Passport Information");
  await expect(openSection(page)).toHaveText(["Your passport"]);
  await button(page, "Previous").tap();
  await titled(page, "Applicant Information");
});

test("[N-PART-3] Next Step opens the section with the first error and focuses it, online and offline, and the whole step is stored", async () => {
  const { page, id, context } = await openWizard(browser, app, phone);
  await fillStep(page, applicant["Applicant Information"] ?? {});
  // The browser's buttons check nothing.
  await page.goBack();
  await page.locator('[name="lastName"]').fill("");
  await page.goForward();
  await page.locator('[name="cityOfBirth"]').fill("");
  for (const offline of [false, true]) {
    await context.setOffline(offline);
    await button(page, "Next Step").tap();
    await expect(page.locator('[name="lastName"]')).toBeFocused();
    await expect(page.locator('[name="lastName"]')).toHaveAccessibleDescription(/Last name is required/);
    await expect(openSection(page)).toHaveText(["Name and contact"]);
    // A line of the summary opens the section of its question.
    await summary(page).getByRole("link", { name: "City of birth is required" }).tap();
    await expect(page.locator('[name="cityOfBirth"]')).toBeFocused();
    await expect(page.locator('[name="cityOfBirth"]')).toBeInViewport();
  }
  await button(page, "Previous").tap();
  await page.locator('[name="lastName"]').fill("Rolle");
  await button(page, "Continue").tap();
  await page.locator('[name="cityOfBirth"]').fill("Nassau");
  await button(page, "Next Step").tap();
  await titled(page, "Passport Information");
  await context.setOffline(false);
  await expect
    .poll(async () => (await storedStep(app, id, 1)).answers)
    .toMatchObject({
      ...{ firstName: "Nadège", lastName: "Rolle", cityOfBirth: "Nassau", dateOfBirth: "1988-04-17" },
    });
});

test("[N-PART-1, F-APPL-12] an answer with dependent questions keeps the number of sections and shows them below it", async () => {
  const { page } = await openWizard(browser, app, { step: 4, ...phone });
  await expect(page.getByText("Section 1 of 4").filter({ visible: true })).toHaveCount(1);
  await openSectionOf(page, "hasBeenDeniedVisa");
  const denied = page.getByRole("radiogroup", { name: /ever been refused a visa/ });
  await denied.getByLabel("Yes").check();
  await expect(page.getByText("Section 4 of 4").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole("textbox", { name: "Details of the refusal" })).toBeVisible();
  await page.getByRole("textbox", { name: "Details of the refusal" }).fill("2012, a missing paper.");
  await denied.getByLabel("No").check();
  await expect(openSection(page)).toHaveText(["Earlier travel"]);
  await denied.getByLabel("Yes").check();
  await expect(page.getByRole("textbox", { name: "Details of the refusal" })).toHaveValue("2012, a missing paper.");
  await button(page, "Previous").tap();
  await expect(openSection(page)).toHaveText(["Who is paying"]);
});

test("[F-APPL-12] a status in step 6 shows the employer’s address below it on the same screen, with as many sections", async () => {
  const { page } = await openWizard(browser, app, { step: 6, ...phone });
  const count = page.getByText("Section 1 of 2").filter({ visible: true });
  await expect(count).toHaveCount(1);
  for (const [status, sections] of [
    ["Unemployed", ["Current situation"]],
    ["Employed", ["Current situation", "Address of the employer or school"]],
    ["Student", ["Current situation", "Address of the employer or school"]],
    ["Retired", ["Current situation"]],
  ] as const) {
    await page.getByRole("radio", { name: status, exact: true }).check();
    await expect(openSection(page)).toHaveText([...sections]);
    await expect(count).toHaveCount(1);
    if (status === "Employed") await page.locator('[name="employerCity"]').fill("Nassau");
  }
  await page.getByRole("radio", { name: "Employed", exact: true }).check();
  await expect(page.locator('[name="employerCity"]')).toHaveValue("Nassau");
});

test("[N-PART-1, N-PART-2] without JavaScript the step is shown whole, and before a late script Continue and Previous save and navigate", async () => {
  const { page } = await openWizard(browser, app, { ...phone, javaScriptEnabled: false });
  await expect(openSection(page)).toHaveText(["Name and contact", "Personal details"]);
  await expect(button(page, "Continue")).toBeHidden();
  await expect(button(page, "Next Step")).toBeVisible();

  const late = await openWizard(browser, app, phone);
  await beforeScript(
    late.page,
    () => late.page.goto(`${app.url}/apply/${late.id}?step=applicant_info`, { waitUntil: "commit" }),
    async () => {
      await late.page.locator('[name="firstName"]').fill("Natasha");
      await button(late.page, "Continue").tap();
      await expect(openSection(late.page)).toHaveText(["Personal details"]);
      await button(late.page, "Previous").tap();
      await expect(openSection(late.page)).toHaveText(["Name and contact"]);
    },
  );
  expect((await storedStep(app, late.id, 1)).answers).toMatchObject({ firstName: "Natasha" });
});
