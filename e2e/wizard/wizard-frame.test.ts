import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { type Opened, openWizard, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const stepList = (page: Page) => page.getByRole("navigation", { name: "Steps of the application" });
const next = (page: Page) => page.getByRole("button", { name: "Next Step" });

const sizes = [
  { width: 360, height: 800 },
  { width: 1440, height: 800 },
];

describe("the layout of the wizard", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWizard(browser, app, { step: 3, viewport: sizes[0] ?? null });
    // Stays open at both widths.
    await opened.page.getByText("All steps").click();
  });

  describe.each(sizes)("$width wide", (viewport) => {
    beforeAll(() => opened.page.setViewportSize(viewport));
    const steps = () => stepList(opened.page).getByRole("button").filter({ visible: true });

    test("[S-LOOK-11, W-WIZ-2, W-WIZ-3] the header shows the whole number, the time of the last save, and Save & Exit", async () => {
      const { page, id } = opened;
      const header = page.getByRole("banner");
      const [row] = await app.query<{ number: string }>(
        "select application_number as number from visa_applications where id = $1",
        [id],
      );
      const number = header.locator("summary", { hasText: row?.number ?? "?" });
      await expect(number).toBeVisible();
      expect(await number.evaluate((element) => element.scrollWidth > element.clientWidth), "cut off").toBe(false);
      const reference = header.getByRole("definition").filter({ hasText: id.slice(0, 12) });
      await expect(reference).toBeHidden();
      await number.click();
      await expect(reference).toBeVisible();
      await expect(header.getByText("Reference")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(reference).toBeHidden();
      await expect(header.getByText(/^Saved\s+\d{1,2}:\d\d\s[AP]M$/)).toBeVisible();
      for (const name of [/^Lucaya/, /^Help/, /^\+1 242/])
        await expect(page.getByRole("link", { name }).first()).toBeVisible();
      await expect(header.getByRole("button", { name: "Save & Exit" })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });

    test("[W-WIZ-4, W-WIZ-5] the progress is shown in steps and in percent", async () => {
      const { page } = opened;
      const bar = page.getByRole("progressbar", { name: "Progress of the application" });
      await expect(bar).toHaveAttribute("aria-valuenow", "38");
      expect(await bar.locator("rect").getAttribute("width")).toBe("38");
      await expect(page.getByText("Step 3 of 8")).toBeVisible();
    });

    test("[W-WIZ-6, W-WIZ-7] in the list of steps complete ones are green and can be opened, and later ones are disabled", async () => {
      const states = ["Complete", "Complete", "Current", ...Array.from({ length: 5 }, () => "Not started")];
      await expect(steps().filter({ hasText: /Complete|Current|Not started/ })).toHaveCount(states.length);
      const listed = await steps().evaluateAll((all) =>
        all.map((element) => ({
          words: element.textContent,
          disabled: element.matches(":disabled"),
          current: element.getAttribute("aria-current"),
        })),
      );
      for (const [index, state] of states.entries())
        expect(listed[index]).toEqual({
          words: expect.stringMatching(new RegExp(`${standardSteps[index]?.title}.*${state}$`)),
          disabled: state === "Not started",
          current: state === "Current" ? "step" : null,
        });
      await expect(steps().first().locator("span").first()).toHaveCSS("background-color", "rgb(31, 122, 77)");
    });

    test("[W-WIZ-9] the step shows its title, its form and both buttons", async () => {
      const { page } = opened;
      await titled(page, "Contact Information");
      await expect(page.locator('form#step [name="addressLine1"]')).toBeVisible();
      await expect(page.getByRole("button", { name: "Previous" })).toBeVisible();
      // On a phone it is the first of three sections (N-PART-1).
      await expect(viewport.width === 360 ? page.getByRole("button", { name: "Continue" }) : next(page)).toBeVisible();
    });
  });

  test("[W-WIZ-6, W-WIZ-27] an answer of a complete step that becomes invalid is reported at that step", async () => {
    const { page, id, client } = opened;
    await client.save(id, { step: "passport_info", revision: "1", passportNumber: "" });
    await page.goto(`${app.url}/apply/${id}?step=contact_info`);
    for (const viewport of [...sizes].reverse()) {
      await page.setViewportSize(viewport);
      if (viewport.width === 360) await page.getByText("All steps").click();
      const step = stepList(page)
        .getByRole("button", { name: /Passport Information/ })
        .filter({ visible: true });
      await expect(step).toHaveText(/Needs attention$/);
      await expectAccessible(page);
    }
  });
});

test("[W-WIZ-17, W-WIZ-18] moving to a step, and being refused on one, scrolls to the top, also by keyboard", async () => {
  const { page } = await openWizard(browser, app, { step: 3, viewport: { width: 800, height: 500 } });
  const bottom = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const scrolled = () => page.evaluate(() => window.scrollY);
  for (let round = 0; round < 2; round++) {
    await bottom();
    expect(await scrolled()).toBeGreaterThan(100);
    await next(page).focus();
    await page.keyboard.press("Enter");
    const summary = page.getByRole("alert").filter({ hasText: "Please complete all required fields" });
    // The second time the same errors are announced again, so the summary gets the focus again.
    await expect(summary.getByRole("heading")).toBeFocused();
    await expect.poll(scrolled).toBe(0);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator('[name="addressLine1"]')).toBeFocused();
  await fillStep(page, applicant["Contact Information"] ?? {});
  await bottom();
  await next(page).focus();
  await page.keyboard.press("Enter");
  await titled(page, "Trip Details");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
  await bottom();
  await page.getByRole("button", { name: "Previous" }).click();
  await titled(page, "Contact Information");
  await expect.poll(scrolled).toBe(0);
  // The Back button of the browser leads back as well, and with everything in its place.
  await page.goBack();
  await titled(page, "Trip Details");
});

test("[W-WIZ-19] a slow step shows that it is loading", async () => {
  const { page } = await openWizard(browser, app, { step: 3 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/apply/*.data**", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByText("Loading application...")).toBeVisible();
  await expectAccessible(page);
  release();
  await titled(page, "Passport Information");
  await expect(page.getByText("Loading application...")).toHaveCount(0);
});

test("[W-WIZ-25] a stored step count that differs from the service's is corrected when the application is opened", async () => {
  const { page, id } = await openWizard(browser, app);
  await app.query("update visa_applications set total_steps = 3 where id = $1", [id]);
  await page.reload();
  await expect(page.getByText("Step 1 of 8")).toBeVisible();
  const rows = await app.query("select total_steps, revisions from visa_applications where id = $1", [id]);
  expect(rows).toEqual([{ total_steps: 8, revisions: {} }]);
});

test("[W-WIZ-20, W-WIZ-21, W-WIZ-23] every notice is our own dialog of one of four types, closes in three ways and blocks scrolling", async () => {
  const { page, context } = await openWizard(browser, app, { step: 8 });
  const native: string[] = [];
  page.on("dialog", async (dialog) => {
    native.push(dialog.type());
    await dialog.dismiss();
  });
  await fillStep(page, applicant["Review & Certification"] ?? {});
  const dialog = page.locator("dialog[open]");
  const locked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow === "hidden");
  const inks: string[] = [];
  const close = [
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => dialog.getByRole("button", { name: "OK" }).click(),
    () => page.mouse.click(15, 15),
  ];
  const look = async (title: string) => {
    await expect(dialog.getByRole("heading")).toHaveText(title);
    expect(await locked()).toBe(true);
    inks.push(
      await dialog
        .locator("svg")
        .first()
        .evaluate((icon) => getComputedStyle(icon).color),
    );
  };
  const submit = page.getByRole("button", { name: "Submit Application" });
  await context.setOffline(true);
  for (const [index, shut] of close.entries()) {
    // Error, then warning, in each way.
    await submit.click();
    await look("No Internet Connection");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await shut();
    await expect(dialog).toHaveCount(0);
    expect(await locked()).toBe(false);
    await page.getByRole("button", { name: "Documents" }).first().click();
    await look("Not saved yet");
    await close[index]?.();
    await expect(dialog).toHaveCount(0);
  }
  await context.setOffline(false);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/save", async (route) => {
    await released;
    await route.continue();
  });
  await submit.click();
  await look("Submitting Application");
  release();
  await look("Application Submitted");
  expect(new Set(inks).size, "each type has its colour").toBe(4);
  await page.mouse.click(15, 15);
  await expect(page).toHaveURL(`${app.url}/`);
  expect(native).toEqual([]);
});

test("a click hits the button under the pointer, although leaving a country removes its message above", async () => {
  const { page } = await openWizard(browser, app, { viewport: { width: 1440, height: 1300 } });
  await next(page).click();
  // It takes the focus, and moves what stands below it.
  await expect(page.getByRole("heading", { name: /^Please complete all required fields/ })).toBeFocused();
  const { countryOfBirth: _, ...otherAnswers } = applicant["Applicant Information"] ?? {};
  await fillStep(page, otherAnswers);
  const country = page.getByRole("combobox", { name: /Country of birth/ });
  await country.fill("Haiti");
  // Not at the very end of the page, where removing something above a button does not move it.
  await next(page).evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4));
  const bounds = await next(page).boundingBox();
  if (!bounds) throw new Error("there is no Next Step");
  await page.mouse.move(bounds.x + bounds.width / 2, bounds.y + bounds.height - 4);
  await page.mouse.down();
  // The pointer is down while the country is left.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await titled(page, "Passport Information");
});
