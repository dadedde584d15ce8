import { afterAll, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { openWizard } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

test("[F-DESK-16] choosing a country without postal codes sets an empty field to N/A, keeps a typed code, and the field stays editable", async () => {
  const step = standardSteps.findIndex(({ code }) => code === "contact_info") + 1;
  const { page } = await openWizard(browser, app, { step, viewport: { width: 1280, height: 900 } });
  const code = page.locator('input[name="postalCode"]');
  const choose = async (name: string) => {
    const combobox = page.locator('input#country[role="combobox"]');
    await combobox.fill(name);
    await combobox.press("Tab");
  };
  await choose("Bahamas");
  await expect(code).toHaveValue("N/A");
  await expect(page.locator("#country-note")).toHaveText("Addresses in the Bahamas have no postal code.");
  await choose("Canada");
  await expect(code).toHaveValue("");
  await expect(page.locator("#country-note")).toHaveText("");
  await code.fill("N-4820");
  await choose("Bahamas");
  await expect(code).toHaveValue("N-4820");
  await code.fill("");
  await page.locator('input[name="city"]').fill("Nassau");
  await expect(code).toHaveValue("");
});
