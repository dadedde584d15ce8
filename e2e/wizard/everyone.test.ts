import { afterAll, describe, test } from "vitest";
import { bahamasApplicant } from "../../test/harness/applicants/applicant";
import { bahamasSteps, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { inEachSection } from "../../test/harness/applicants/sections";
import { controlled, openStep, openWizard } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { overlappingOrCut } from "../../test/harness/browser/large-text";
import { form } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const whole = await startBahamas(app);
for (const { code, title } of bahamasSteps.slice(0, -1))
  await whole.client.save(whole.id, form(code, title, bahamasApplicant[title]));
afterAll(expectNoScriptErrors);

const open = (step: string, viewport: { width: number; height: number }) =>
  openStep(browser, whole, step, { viewport });

test("[N-EVERY-1] in a window of 320 × 256 pixels the summary's heading is focused, visible and not covered", async () => {
  const { page } = await openWizard(browser, app, { viewport: { width: 320, height: 256 } });
  const next = page.getByRole("button", { name: "Continue", exact: true });
  await next.scrollIntoViewIfNeeded();
  await next.click();
  const heading = page.getByRole("heading", { name: "Please complete all required fields before continuing" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  const covered = await heading.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
      document.elementFromPoint((left + right) / 2, y),
    );
    return points.filter((point) => !point || !element.contains(point)).length;
  });
  expect(covered).toBe(0);
});

describe("[N-EVERY-2] text at 200 %", () => {
  test.each([360, 1280])(
    "at %i pixels no text overlaps or is cut on the start page, any step and the review",
    async (width) => {
      const page = await open("applicant_info", { width, height: 800 });
      const addresses = ["/apply", ...bahamasSteps.map(({ code }) => `/apply/${whole.id}?step=${code}`)];
      const wrong: string[] = [];
      for (const path of addresses) {
        await page.goto(app.url + path);
        await page.addStyleTag({ content: "html { font-size: 200% }" });
        if (path.startsWith("/apply/")) await controlled(page);
        await inEachSection(page, async () => {
          for (const found of await overlappingOrCut(page)) wrong.push(`${path.replace(/.*step=/, "")}: ${found}`);
        });
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe("[N-EVERY-3] the buttons of a list", () => {
  test.each([true, false])(
    "a list's buttons move the focus to the next sensible place, JavaScript: %s",
    async (javaScriptEnabled) => {
      const { page } = await openWizard(browser, app, { step: 2, javaScriptEnabled });
      await page.getByRole("radio", { name: "Yes" }).nth(1).check();
      const add = page.locator('button[value="add:otherNationalities"]');
      const combobox = (index: number) => page.locator(`#otherNationalities-${index}-country`);
      const remove = (index: number) => page.locator(`button[value="remove:otherNationalities:${index}"]`);
      // With script Yes has opened the first entry.
      for (const index of javaScriptEnabled ? [1, 2] : [0, 1, 2]) {
        await add.click();
        await expect(combobox(index)).toBeFocused();
      }
      await remove(2).click();
      await expect(page.locator("#otherNationalities-1")).toBeFocused();
      await remove(0).click();
      await expect(page.locator("#otherNationalities-0")).toBeFocused();
      await remove(0).click();
      await expect(add).toBeFocused();
    },
  );
});

test("[N-EVERY-4] in a window of 1280 × 480 pixels the list of 13 steps scrolls independently of the page to its last step", async () => {
  const page = await open("applicant_info", { width: 1280, height: 480 });
  const steps = page.getByRole("navigation", { name: "Steps of the application" });
  const last = steps.getByRole("button", { name: /Review & Certification/ }).filter({ visible: true });
  await expect(last).not.toBeInViewport();
  await steps.getByRole("button", { name: /Trip Details/ }).hover();
  await page.mouse.wheel(0, 900);
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.mouse.wheel(0, -900);
  await expect(last).not.toBeInViewport();
  await steps
    .getByRole("button", { name: /Applicant Information/ })
    .filter({ visible: true })
    .focus();
  for (let step = 1; step < 13; step++) await page.keyboard.press("Tab");
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.goto(`${app.url}/apply/${whole.id}?step=dependents`);
  await controlled(page);
  await expect(steps.getByRole("button", { name: /Dependents/ }).filter({ visible: true })).toBeInViewport();
});
