import type { Page } from "@playwright/test";
import { afterAll, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { controlled, openStep, openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { form } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// What each step fills in, and what follows what: app/applications/steps/earlier-answers.test.ts and
// app/applications/wizard/saving/follow.test.ts.

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const trip = { destinationAddress: "12 Bay Street", destinationCity: "Nassau" };
/** A draft whose step 4 knows where the applicant stays, and whose first step is complete. */
async function startDraft() {
  const draft = await startBahamas(app);
  await draft.client.save(draft.id, { ...form("trip_details", "Trip Details", trip), intent: "save" });
  return draft;
}
const address = (page: Page) => page.getByRole("textbox", { name: "Accommodation address" });
const arrival = (page: Page) => page.getByRole("group", { name: "Arrival date" });
const hint = "Street, settlement and island.";
const listed = (page: Page, title: string) =>
  page
    .getByRole("navigation", { name: "Steps of the application" })
    .getByRole("button", { name: new RegExp(title) })
    .click();

/** Goes to step 4, puts another city into it, and comes back. */
async function moveTo(page: Page, city: string) {
  await listed(page, "Trip Details");
  await titled(page, "Trip Details");
  await fillStep(page, { destinationCity: city });
  await listed(page, "Accommodation");
  await titled(page, "Accommodation");
}

test("[F-APPL-7] an answer of step 4 is prefilled with a note, follows changes until it is edited, and is then shown next to the edited one", async () => {
  const draft = await startDraft();
  const page = await openStep(browser, draft, "accommodation", { viewport: { width: 1440, height: 900 } });
  await expect(address(page)).toHaveValue("12 Bay Street, Nassau");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} From step 4`);
  await expect(arrival(page)).toHaveAccessibleDescription("From step 4");
  await fillStep(page, { accommodationName: "Marie Rolle" });
  await moveTo(page, "Freeport");
  await expect(address(page)).toHaveValue("12 Bay Street, Freeport");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} From step 4`);
  await expect(page.getByLabel("Accommodation name")).toHaveValue("Marie Rolle");

  await address(page).fill("A boat");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} Step 4 says: 12 Bay Street, Freeport`);
  await moveTo(page, "Marsh Harbour");
  await expect(address(page)).toHaveValue("A boat");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} Step 4 says: 12 Bay Street, Marsh Harbour`);
  await expectAccessible(page);
  expect((await storedStep(app, draft.id, 12)).answers).toMatchObject({ accommodationAddress: "A boat" });
});

test("[F-APPL-7] without JavaScript, an answer of step 4 is prefilled and follows changes until it is edited", async () => {
  const draft = await startDraft();
  const page = await openStep(browser, draft, "accommodation", { javaScriptEnabled: false });
  await expect(address(page)).toHaveAccessibleDescription(`${hint} From step 4`);
  await moveTo(page, "Freeport");
  await expect(address(page)).toHaveValue("12 Bay Street, Freeport");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} From step 4`);
  await address(page).fill("A boat");
  await moveTo(page, "Nassau");
  await expect(address(page)).toHaveValue("A boat");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} Step 4 says: 12 Bay Street, Nassau`);
});

test("[F-APPL-7, N-LINE-4] offline, a prefilled answer that follows is shown as the server stores it later", async () => {
  const draft = await startDraft();
  const page = await openStep(browser, draft, "accommodation", { viewport: { width: 1440, height: 900 } });
  await fillStep(page, { accommodationName: "Marie Rolle" });
  await moveTo(page, "Nassau");
  await page.context().setOffline(true);
  await moveTo(page, "Freeport");
  await expect(address(page)).toHaveValue("12 Bay Street, Freeport");
  await expect(address(page)).toHaveAccessibleDescription(`${hint} From step 4`);
  await moveTo(page, "Marsh Harbour");
  await expect(address(page)).toHaveValue("12 Bay Street, Marsh Harbour");
  await fillStep(page, { accommodationName: "Joseph Rolle" });
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await storedStep(app, draft.id, 12)).answers)
    .toMatchObject({
      accommodationName: "Joseph Rolle",
      accommodationAddress: "12 Bay Street, Marsh Harbour",
    });
  await expect
    .poll(async () => (await storedStep(app, draft.id, 4)).answers)
    .toMatchObject({ destinationCity: "Marsh Harbour" });
  await page.reload();
  await controlled(page);
  await expect(address(page)).toHaveAccessibleDescription(`${hint} From step 4`);
});

test("[F-APPL-7] choosing a nationality prefills the passport’s issuing country, unless that was chosen or cleared", async () => {
  const { page, id } = await openWizard(browser, app, { step: 2 });
  const issuer = page.locator('[name="issuingCountry"]');
  const choose = (nationalityCountry: string) => fillStep(page, { nationalityCountry });
  await choose("HT");
  await expect(issuer).toHaveValue("HT");
  await choose("JM");
  await expect(issuer).toHaveValue("JM");
  await choose("XXA");
  await expect(issuer).toHaveValue("");
  await choose("HT");
  await fillStep(page, { issuingCountry: "CA" });
  await choose("JM");
  await expect(issuer).toHaveValue("CA");
  const combobox = page.getByRole("combobox", { name: "Issuing country", exact: true });
  await combobox.fill("");
  await combobox.press("Tab");
  await expect(issuer).toHaveValue("");
  await listed(page, "Applicant Information");
  await titled(page, "Applicant Information");
  const { answers } = await storedStep(app, id, 2);
  expect([answers.nationalityCountry, answers.issuingCountry]).toEqual(["JM", undefined]);
  await listed(page, "Passport Information");
  await expect(page.locator('[name="nationalityCountry"]')).toHaveValue("JM");
  await expect(issuer).toHaveValue("");
});
