import { afterAll, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { pressNext } from "../../test/harness/applicants/sections";
import { openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

test("[N-LIST-1, N-LIST-2, N-LIST-3] Yes opens a required first entry, and entries with No are shown again to be removed", async () => {
  const { page, id } = await openWizard(browser, app, { viewport: { width: 360, height: 780 } });
  // On a phone the questions are in the first of two sections.
  const next = page.getByRole("button", { name: "Continue", exact: true });
  const list = page.getByRole("group", { name: "Other names", exact: true });
  const name = list.getByRole("textbox", { name: "Name" });
  const gate = page.getByRole("radiogroup", { name: /ever used other names/ });
  const otherAnswers = Object.entries(applicant["Applicant Information"] ?? {}).filter(([key]) => !/ther/.test(key));
  await fillStep(page, Object.fromEntries(otherAnswers));
  await page.goBack();
  await expect(list).toBeHidden();
  await gate.getByLabel("Yes").check();
  await expect(name).toBeVisible();
  await gate.getByLabel("No").check();
  await expect(list).toBeHidden();
  await gate.getByLabel("Yes").check();
  await expect(name).toBeVisible();

  await next.click();
  const needed = "Other names: please add at least one, or answer No";
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(needed);
  await expect(list).toHaveAccessibleDescription(`Error: ${needed}`);
  await expectAccessible(page);
  await list.getByRole("button", { name: "Remove other name 1" }).click();
  await expect(name).toHaveCount(0);
  await list.getByRole("button", { name: "Add other name" }).click();
  await name.fill("Rolle");
  await list.getByLabel("Type").selectOption("maiden");
  await expect(list).not.toHaveAccessibleDescription(/./);

  // It stands where it can be removed, before and after it is refused.
  const message = "Other names: you answered No, and there is an entry. Answer Yes, or remove it";
  await gate.getByLabel("No").check();
  await expect(list).toHaveAccessibleDescription(`Error: ${message}`);
  await next.click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText(message);
  await expect(name).toHaveValue("Rolle");
  // One more is a Yes.
  await list.getByRole("button", { name: "Add another" }).click();
  await expect(gate.getByLabel("Yes")).toBeChecked();
  await list.getByRole("button", { name: "Remove other name 2" }).click();
  await gate.getByLabel("No").check();
  await next.click();
  await list.getByRole("button", { name: "Remove other name 1" }).click();
  await expect(list).toBeHidden();
  await pressNext(page);
  await titled(page, "Passport Information");
  expect((await storedStep(app, id, 1)).answers.hasOtherNames).toBe(false);
});
