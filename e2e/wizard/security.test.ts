import { afterAll, test } from "vitest";
import { openWizard, storedStep } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

// Without script: test/applications/no-to-all.test.ts.
test("[N-SEC-1, N-SEC-2, N-SEC-3] No to all is used by keyboard, announced, undone and saved, a Yes keeps its details, and open questions are named", async () => {
  const { page, id } = await openWizard(browser, app, { step: 7, viewport: { width: 360, height: 780 } });
  const health = page.getByRole("region", { name: "Health" });
  const answered = () =>
    health
      .getByRole("radio")
      .evaluateAll((all) =>
        all.flatMap((element) =>
          element instanceof HTMLInputElement && element.checked ? [`${element.name} ${element.value}`] : [],
        ),
      );
  const button = health.getByRole("button");
  const groups = page.getByRole("button", { name: "No to all of these" });
  await expect(groups, "the groups come one by one").toHaveCount(1);
  await expect(page.getByText("Section 1 of 7").filter({ visible: true })).toHaveCount(1);
  await health
    .getByRole("radiogroup", { name: /drug abuser/ })
    .getByLabel("No")
    .check();

  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toHaveText("Undo");
  await expect(button).toBeFocused();
  await expect(health.getByRole("status")).toHaveText("3 questions answered No");
  expect(await answered()).toEqual(["hasCommunicableDisease no", "hasDangerousDisorder no", "hasDrugAddiction no"]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  expect(await answered(), "as it was before").toEqual(["hasDrugAddiction no"]);
  await expect(button).toHaveText("No to all of these");
  await expect(health.getByRole("status")).toBeEmpty();

  await health
    .getByRole("radiogroup", { name: /communicable/ })
    .getByLabel("Yes")
    .check();
  await health.getByRole("textbox", { name: "Please give details" }).fill("A cold.");
  await expect(button).toHaveText("No to all the others");
  await button.click();
  await expect(health.getByRole("status")).toHaveText("2 questions answered No");
  expect(await answered()).toEqual(["hasCommunicableDisease yes", "hasDangerousDisorder no", "hasDrugAddiction no"]);
  // An answer that is changed since belongs to the person again.
  await health
    .getByRole("radiogroup", { name: /disorder/ })
    .getByLabel("Yes")
    .check();
  await expect(button).toHaveText("No to all the others");
  await health
    .getByRole("radiogroup", { name: /disorder/ })
    .getByLabel("No")
    .check();

  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Arrests and criminal law" })).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Next Step" }).click();
  const links = page.getByRole("alert").getByRole("link");
  await expect(links.first()).toHaveText("Answer 4 questions in Arrests and criminal law");
  await expect(links).toHaveCount(6);
  await expect(page.locator("#hasBeenArrested-error")).toHaveText("Error: Please answer Yes or No");
  expect((await storedStep(app, id, 7)).answers).toEqual({
    hasCommunicableDisease: true,
    communicableDiseaseDetails: "A cold.",
    hasDangerousDisorder: false,
    hasDrugAddiction: false,
  });
  for (let left = 6; left > 0; left--) {
    await expect(groups).toHaveCount(left);
    await groups.first().click();
  }
  await page.getByRole("button", { name: "Next Step" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Review & Certification" })).toBeVisible();
});
