import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { maxDraftLength } from "../../app/core/character-count";
import { fillStep } from "../../test/harness/applicants/applicant";
import { openWizard, storedStep, titled, unsentInTab } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { form } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const nameOf = async (id: string) => (await storedStep(app, id, 1)).answers.firstName;
const nameField = (page: Page) => page.locator('[name="firstName"]');
const warning = (page: Page) => page.getByText("Save failed, trying again");
/** No save arrives any more, not even the one that a page sends as it is left: as when it crashes. */
async function cutConnection(page: Page) {
  await page.route("**/save", (route) => route.abort());
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
}
const isSave = (request: { url: () => string }) => request.url().endsWith("/save");
const saveAnswered = (page: Page) => page.waitForResponse(isSave);
const saveFailed = (page: Page) => page.waitForEvent("requestfailed", isSave);

describe("unsent answers", () => {
  test("[W-SAVE-9] unsent answers survive a reload, are restored with their revision, sent, and then removed from the tab", async () => {
    const { page, id } = await openWizard(browser, app);
    await cutConnection(page);
    await fillStep(page, { firstName: "Reloaded", hasOtherNames: "yes", "otherNames[0].name": "Rolle" });
    expect(await unsentInTab(page)).toEqual([`unsent ${id} applicant_info`]);
    await page.reload();
    await expect(page.getByText("Your last answers are back")).toBeVisible();
    await expect(nameField(page)).toHaveValue("Reloaded");
    await expect(page.locator('[name="otherNames[0].name"]')).toHaveValue("Rolle");
    await expect(warning(page)).toBeVisible();
    await expectAccessible(page);
    expect(await nameOf(id)).toBeUndefined();
    await page.unroute("**/save");
    // The page also retries by itself; when it is faster, the button is gone.
    const again = page.getByRole("button", { name: "Try now" });
    await again.click({ timeout: 5_000 }).catch(() => expect(again).toBeHidden());
    await expect(warning(page)).toBeHidden();
    expect((await storedStep(app, id, 1)).answers).toMatchObject({
      firstName: "Reloaded",
      otherNames: [{ name: "Rolle" }],
    });
    expect(await unsentInTab(page)).toEqual([]);
  });

  test("answers typed before the page's script runs are saved like others and show dependent questions", async () => {
    const { context, id } = await openWizard(browser, app, { clock: true });
    const page = await context.newPage();
    let run = () => {};
    const runs = new Promise<void>((resolve) => {
      run = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await runs;
      await route.continue();
    });
    await page.goto(`${app.url}/apply/${id}`, { waitUntil: "commit" });
    await nameField(page).fill("Early");
    // By key, because a click may miss while the page still moves as its styles arrive.
    await page.locator('[name="gender"][value="female"]').press("Space");
    await page.locator(`[name="countryOfBirth"]`).first().selectOption("HT");
    await page.locator('[name="hasOtherNames"][value="yes"]').press("Space");
    run();
    await expect.poll(() => unsentInTab(page)).toEqual([`unsent ${id} applicant_info`]);
    await expect(page.getByRole("button", { name: /Add/ })).toBeVisible();
    await page.clock.runFor(30_000);
    await expect
      .poll(async () => (await storedStep(app, id, 1)).answers)
      .toMatchObject({ firstName: "Early", gender: "female", hasOtherNames: true, countryOfBirth: "HT" });
  });

  test("[W-SAVE-13] unsent answers don't overwrite newer ones of another device, and the applicant chooses", async () => {
    for (const choice of ["Keep what I typed here", "Use what was saved elsewhere"]) {
      const { page, id, client } = await openWizard(browser, app);
      await cutConnection(page);
      await fillStep(page, { firstName: "Here" });
      const elsewhere = form("applicant_info", "Applicant Information", { firstName: "Elsewhere" });
      expect((await client.save(id, elsewhere)).status).toBe(200);
      await page.reload();
      await titled(page, "Two versions of this step");
      await expect(page.getByRole("listitem").filter({ hasText: "First name" })).toHaveText(
        /Typed here\s*Here\s*Saved elsewhere\s*Elsewhere/,
      );
      // Answers are shown by their labels, and no line says that they are saved.
      await expect(page.getByRole("listitem").filter({ hasText: "Country of birth" })).toHaveText(/Haiti$/);
      await expect(page.getByRole("banner")).toContainText("Not saved");
      if (choice.startsWith("Keep")) await expectAccessible(page);
      expect(await nameOf(id)).toBe("Elsewhere");
      await page.unroute("**/save");
      await page.getByText(choice).click();
      await titled(page, "Applicant Information");
      const chosen = choice.startsWith("Keep") ? "Here" : "Elsewhere";
      await expect(nameField(page)).toHaveValue(chosen);
      expect(await nameOf(id)).toBe(chosen);
      await expect.poll(() => unsentInTab(page)).toEqual([]);
    }
  });

  test("[W-SAVE-12] a save whose response was lost causes no conflict with the next answers", async () => {
    const { page, id } = await openWizard(browser, app, { clock: true });
    let stored = false;
    await page.route("**/save", async (route) => {
      if (!stored) await route.fetch();
      stored = true;
      return route.abort();
    });
    await fillStep(page, { firstName: "First" });
    await page.clock.runFor(30_000);
    await expect(warning(page)).toBeVisible();
    expect(await nameOf(id)).toBe("First");
    await fillStep(page, { firstName: "Second" });
    await page.unroute("**/save");
    // The page also retries by itself; when it is faster, the button is gone.
    const again = page.getByRole("button", { name: "Try now" });
    await again.click({ timeout: 5_000 }).catch(() => expect(again).toBeHidden());
    await expect.poll(() => nameOf(id)).toBe("Second");
    await expect(warning(page)).toBeHidden();
    await titled(page, "Applicant Information");
  });

  test("[W-SAVE-9] unsent answers of a step that is no longer on the screen are sent", async () => {
    const { page, id } = await openWizard(browser, app, { step: 2 });
    await page.getByRole("button", { name: "Previous" }).click();
    await titled(page, "Applicant Information");
    await page.route("**/save", (route) => route.abort());
    await fillStep(page, { firstName: "Left behind" });
    await page.goBack();
    await titled(page, "Passport Information");
    await page.unroute("**/save");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(() => nameOf(id)).toBe("Left behind");
    await expect.poll(() => unsentInTab(page)).toEqual([]);
  });

  test("unsent answers are sent when the tab is hidden, without waiting for the autosave", async () => {
    const { page, id } = await openWizard(browser, app, { clock: true });
    await fillStep(page, { firstName: "Dismiss" });
    await expect.poll(() => unsentInTab(page)).toHaveLength(1);
    const saved = saveAnswered(page);
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect((await saved).status()).toBe(200);
    expect(await nameOf(id)).toBe("Dismiss");
  });

  test("[W-RESUME-4] Save & Exit on a shared device removes unsent answers and the access", async () => {
    const { page, id, context } = await openWizard(browser, app, { step: 2 });
    await cutConnection(page);
    await fillStep(page, { passportNumber: "SECRET1" });
    await page.goto(`${app.url}/apply/${id}?exit=1`);
    expect(await unsentInTab(page)).toHaveLength(1);
    await page.getByRole("button", { name: "Yes, remove it from this browser" }).click();
    await expect(page).toHaveURL(`${app.url}/`);
    expect(await unsentInTab(page)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
});

describe("the banner for unsent answers", () => {
  test("[F-APPL-5] the banner names the step of an answer that can’t be stored, and links to it", async () => {
    const { page, id } = await openWizard(browser, app, { step: 2 });
    await page.getByRole("button", { name: "Previous" }).click();
    await titled(page, "Applicant Information");
    const saved = saveAnswered(page);
    await fillStep(page, { firstName: "w".repeat(maxDraftLength + 1) });
    await page.goBack();
    await titled(page, "Passport Information");
    await saved;
    await expect(page.getByText("One answer in Applicant Information is not saved")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Open Applicant Information" }).click();
    await titled(page, "Applicant Information");
    await expect(page.getByText("One answer is not saved")).toBeVisible();
    await page.getByRole("button", { name: "Show answer" }).click();
    await expect(nameField(page)).toBeFocused();
    await fillStep(page, { firstName: "Short" });
    await nameField(page).blur();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect.poll(() => nameOf(id)).toBe("Short");
    await expect(page.getByText("is not saved")).toHaveCount(0);
  });

  test("[F-APPL-5] Try now sends the answers or says what prevents it", async () => {
    const { page, id } = await openWizard(browser, app, { clock: true });
    await page.route("**/save", (route) => route.abort());
    await fillStep(page, { firstName: "Pressed" });
    await page.clock.runFor(30_000);
    await expect(warning(page)).toBeVisible();
    const failed = saveFailed(page);
    await page.getByRole("button", { name: "Try now" }).click();
    await failed;
    await expect(
      page.getByRole("status").filter({ hasText: "Still not saved. Our server can’t be reached" }),
    ).toHaveCount(1);
    await page.unroute("**/save");
    const sent = saveAnswered(page);
    await page.getByRole("button", { name: "Try now" }).click();
    await sent;
    await expect(page.getByText("Still not saved")).toHaveCount(0);
    expect(await nameOf(id)).toBe("Pressed");
  });
});

test("[W-SAVE-11] only one save runs at a time, and the newest answers win", async () => {
  const { page, id } = await openWizard(browser, app, { clock: true });
  let open = 0;
  let max = 0;
  const waiting: (() => void)[] = [];
  await page.route("**/save", async (route) => {
    max = Math.max(max, ++open);
    await new Promise<void>((resolve) => waiting.push(resolve));
    open -= 1;
    await route.continue();
  });
  for (const name of ["One", "Two", "Three"]) {
    await fillStep(page, { firstName: name });
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
  }
  await page.getByRole("button", { name: "Save & Exit" }).click();
  await fillStep(page, { firstName: "Newest" });
  // Until the page is left: the newest answers are stored by the second save, and the third comes after it.
  const saved = page.getByRole("heading", { level: 1, name: "Your application is saved" });
  await expect
    .poll(async () => {
      for (const go of waiting.splice(0)) go();
      return saved.isVisible();
    })
    .toBe(true);
  expect(max).toBe(1);
  expect(await nameOf(id)).toBe("Newest");
});

test("[W-SAVE-8] a screen reader hears Saved once and Save failed once, not for every save", async () => {
  const { page, id } = await openWizard(browser, app, { clock: true });
  await page.evaluate(() => {
    const region = document.querySelector("header [role=status]");
    const heard: string[] = [];
    Object.assign(window, { heard });
    if (region)
      new MutationObserver(() => heard.push(region.textContent ?? "")).observe(region, {
        subtree: true,
        childList: true,
        characterData: true,
      });
  });
  const save = async (name: string, stored: boolean) => {
    const answered = stored ? saveAnswered(page) : saveFailed(page);
    await fillStep(page, { firstName: name });
    await page.clock.runFor(30_000);
    await answered;
    if (stored) await expect.poll(() => nameOf(id)).toBe(name);
  };
  for (const name of ["One", "Two", "Three"]) await save(name, true);
  await page.route("**/save", (route) => route.abort());
  for (const name of ["Four", "Five"]) await save(name, false);
  await expect(warning(page)).toBeVisible();
  await page.unroute("**/save");
  await save("Six", true);
  await expect(warning(page)).toBeHidden();
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toEqual(["Saved", "Save failed", "Saved"]);
});
