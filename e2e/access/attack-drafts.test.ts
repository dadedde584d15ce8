import type { Page } from "@playwright/test";
import { afterAll, test } from "vitest";
import { openWizard, storedStep, unsentInTab } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { form, HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

/** Saves screenshots when a folder is given: SHOTS=/tmp/shots. */
const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

async function makeDrafts(names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const client = new HttpClient(app);
    const id = await client.start(`${name.toLowerCase()}@mail.example`);
    await client.save(id, form("applicant_info", "Applicant Information", { firstName: name }));
    ids.push(id);
  }
  return ids;
}
const left = async (ids: string[]) =>
  (await app.query<{ id: string }>("select id from visa_applications where id = any($1)", [ids])).map(({ id }) => id);

// Without script: test/applications/journeys/journey-access.test.ts.
test("[V-ATK-10] staff select drafts in the list and delete them by keyboard after a confirmation, on a phone and a wide screen", async () => {
  const ids = await makeDrafts(["Ana", "Bruno", "Carla"]);
  const page = await openDesk(browser, app, "/admin/applications?status=draft", sized(1440));
  const checkboxes = page.getByRole("checkbox", { name: /^Select BV/ });
  const before = await checkboxes.count();
  await checkboxes.nth(0).check();
  await checkboxes.nth(1).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("2 chosen")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await shot(page, "list-chosen");
  await page.getByRole("button", { name: "Delete drafts…" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete 2 drafts?" });
  await expect(question).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await expectAccessibleAtBoth(page);
  await shot(page, "question");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect(await left(ids)).toHaveLength(3);
  await page.getByRole("button", { name: "Delete drafts…" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alert")).toHaveText("2 drafts deleted.");
  await expect(checkboxes).toHaveCount(before - 2);
  expect(await left(ids)).toHaveLength(1);
  await close(page);
});

test("[V-ATK-8, V-ATK-11, F-TEXT-2] an answer that can't be stored is marked at its field while the others are saved, survives a reload, and is saved once corrected", async () => {
  const { page, id } = await openWizard(browser, app);
  const name = page.locator('[name="firstName"]');
  const pastes = async (text: string) => {
    await name.evaluate((input: HTMLInputElement, value) => {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
  };
  await pastes("N".repeat(10_001));
  await page.locator('[name="lastName"]').fill("Rolle");
  const save = () => page.evaluate(() => window.dispatchEvent(new Event("online")));
  await save();
  const message = "First name can have at most 120 characters";
  await expect(page.locator("#firstName-error")).toContainText(message);
  await expect(page.getByText("One answer is not saved")).toBeVisible();
  await expectAccessible(page);
  await shot(page, "wizard-unfit");
  expect((await storedStep(app, id, 1)).answers).toMatchObject({ lastName: "Rolle" });
  expect((await storedStep(app, id, 1)).answers.firstName).toBeUndefined();
  expect(await unsentInTab(page)).toEqual([`unsent ${id} applicant_info`]);

  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(name).toHaveValue("N".repeat(10_001));
  await expect(page.locator("#firstName-error")).toContainText(message);
  await page.getByRole("button", { name: "Show answer" }).click();
  await expect(name).toBeFocused();
  await name.fill("Nadia");
  await expect(page.locator("#firstName-error")).toBeHidden();
  await save();
  await expect(page.getByText("One answer is not saved")).toBeHidden();
  expect((await storedStep(app, id, 1)).answers).toMatchObject({ firstName: "Nadia", lastName: "Rolle" });
  expect(await unsentInTab(page)).toEqual([]);

  // What nobody sees is dropped (F-TEXT-2); marks beyond all writing can't be stored.
  await pastes("\u202aNa\u200bdine\u202c");
  await save();
  await expect.poll(async () => (await storedStep(app, id, 1)).answers.firstName).toBe("Nadine");
  await pastes(`Na${"\u0301".repeat(31)}dia`);
  await save();
  await expect(page.locator("#firstName-error")).toContainText("contains characters that can’t be used here");
});
