import type { Page } from "@playwright/test";
import { afterAll, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { pdf } from "../../test/harness/applicants/journey-files";
import { toSectionOf } from "../../test/harness/applicants/sections";
import { controlled, openStep, openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import { WizardDriver } from "../../test/harness/applicants/wizard-driver";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const next = (page: Page) => page.getByRole("button", { name: "Next Step" }).click();
const textbox = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("[N-LACK-1, N-LACK-2] on a phone the checkboxes hide questions, keep the typed values and store a single name", async () => {
  const { page, id } = await openWizard(browser, app, { step: 5, viewport: { width: 360, height: 780 } });
  const [father, mother] = [region(page, "Father"), region(page, "Mother")];
  await textbox(page, "Father’s first name").fill("Jean");
  await father.getByRole("checkbox", { name: "My father is unknown" }).check();
  await expect(father.getByRole("textbox")).toHaveCount(0);
  await expect(father.getByRole("checkbox", { name: "Only one name" })).toHaveCount(0);
  await toSectionOf(page, "motherOnlyOneName");
  await mother.getByRole("checkbox", { name: "Only one name" }).check();
  await expect(textbox(page, "Mother’s first name")).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByRole("link", { name: "Mother’s name is required" }).click();
  await expect(textbox(page, "Mother’s name")).toBeFocused();
  await expect(page.getByRole("alert").getByRole("link", { name: /Father/ })).toHaveCount(0);
  await page.keyboard.type("Fatmawati");
  await fillStep(page, { hasSpouse: "no" });
  await next(page);
  await titled(page, "Employment/Education");
  const [row] = await app.query(
    `select father_unknown, father_first_name, mother_first_name, mother_last_name from family_background
     where application_id = $1`,
    [id],
  );
  expect(row).toEqual({
    father_unknown: true,
    father_first_name: null,
    mother_first_name: null,
    mother_last_name: "Fatmawati",
  });
  await page.getByRole("button", { name: "Previous" }).click();
  await titled(page, "Family Background");
  await toSectionOf(page, "fatherUnknown");
  await father.getByRole("checkbox", { name: "My father is unknown" }).uncheck();
  await expect(textbox(page, "Father’s first name")).toHaveValue("Jean");
});

test("[N-LACK-2] without JavaScript, Only one name returns the page with a single name field and its label", async () => {
  const { client, id } = await startBahamas(app);
  const driver = await new WizardDriver(app, client).open(`/apply/${id}?step=applicant_info`);
  await driver.press("Next Step", { onlyOneName: "yes", firstName: "Suharto" });
  expect(driver.status).toBe(422);
  expect(driver.screen.getByRole("alert").textContent).toContain("Name is required");
  expect(driver.screen.getByRole("textbox", { name: "Name" }).getAttribute("name")).toBe("lastName");
  expect(driver.answers()).toMatchObject({ onlyOneName: "yes", firstName: "Suharto" });
});

test("[N-LACK-3] the checkbox for a later certificate is shown while there is no file, and the review links to it", async () => {
  const { client, id } = await startBahamas(app);
  const page = await openStep(browser, { client, id }, "criminal_history", { viewport: { width: 1440, height: 900 } });
  const checkbox = page.getByRole("checkbox", { name: "The certificate follows later" });
  const certificate = page.getByRole("group", { name: "Police certificate", exact: true });
  await expect(checkbox).toHaveCount(0);
  await fillStep(page, { hasCriminalConvictions: "yes", hasTerrorismInvolvement: "no" });
  await next(page);
  await expect(page.getByRole("alert").first()).toContainText("Police certificate is required");
  await checkbox.check();
  await expect(certificate).not.toContainText("Police certificate is required");
  await certificate.locator('input[type="file"]').setInputFiles(pdf("police.pdf"));
  await expect(certificate.getByRole("link", { name: "police.pdf" })).toBeVisible();
  await expect(checkbox).toHaveCount(0);
  await page.locator('[name="convictionPlace"]').fill("Jacmel");
  await expect(checkbox, "nor once something is typed").toHaveCount(0);
  await certificate.getByRole("button", { name: "Remove police.pdf" }).click();
  await expect(checkbox).toBeChecked();
  await expectAccessible(page);
  await next(page);
  await titled(page, "Accommodation");
  expect((await storedStep(app, id, 11)).answers).toMatchObject({ policeCertificateLater: true });
  await page.goto(`${app.url}/apply/${id}?step=review_certification`);
  await controlled(page);
  await expect(page.getByText(/Police certificate\. You can submit without/)).toBeVisible();
  await expect(page.locator("#answer-criminal_history-policeCertificateLater")).toContainText("Follows later");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Upload: Police certificate" }).click();
  await titled(page, "Criminal History");
  await expect(page.locator("#policeCertificateUrl")).toBeFocused();

  // A virus that is found in it later is told where the file was, and it is missing again.
  await certificate.locator('input[type="file"]').setInputFiles(pdf("police.pdf"));
  await expect(certificate.getByRole("link", { name: "police.pdf" })).toBeVisible();
  await app.query("update documents set scan = 'infected' where application_id = $1", [id]);
  await page.goto(`${app.url}/apply/${id}?step=review_certification`);
  await expect(page.getByText("We found a virus in the file for Police certificate")).toBeVisible();
  await page.goto(`${app.url}/apply/${id}?step=criminal_history`);
  await expect(certificate).toContainText(
    "We found a virus in police.pdf and removed it. Your other files are fine. Please take a new photo",
  );
  await certificate.locator('input[type="file"]').setInputFiles(pdf("clean.pdf"));
  await expect(certificate.getByRole("link", { name: "clean.pdf" })).toBeVisible();
});

test("[N-NUM-7] a passport number can be typed in any case, the caret stays in place, and it is stored as displayed", async () => {
  const { page, id } = await openWizard(browser, app, { step: 2 });
  const number = page.locator('[name="passportNumber"]');
  await number.fill("rd4471");
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
  await page.keyboard.type("ab");
  expect(await number.evaluate((input: HTMLInputElement) => [input.value, input.selectionStart])).toEqual([
    "rdab4471",
    4,
  ]);
  expect(await number.evaluate((input) => getComputedStyle(input).textTransform)).toBe("uppercase");
  await page.getByRole("button", { name: "Save & Exit" }).click();
  await expect(page).toHaveURL(/exit=1/);
  expect((await storedStep(app, id, 2)).answers).toMatchObject({ passportNumber: "RDAB4471" });
  await page.goto(`${app.url}/apply/${id}?step=passport_info`);
  await expect(number).toHaveValue("RDAB4471");
});
