import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { bahamasApplicant, applicant as everyone, fillStep, inYears } from "../../test/harness/applicants/applicant";
import { bahamasSteps, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { openStep, openWizard, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { faultsIn, lookAt } from "../../test/harness/browser/look";
import { answeredBahamas } from "../../test/harness/case/busy-case";
import { form } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// The wizard's own page fills this in out of another step.
const stay = { arrivalDate: inYears(1, "12-01"), intendedLengthOfStayDays: "14" };
const app = await sharedApp();
const browser = await sharedBrowser();
const applicant = await startBahamas(app);
// Another address in step 1 would ask for a change of it, which is what the review then speaks of.
const [row] = await app.query<{ email: string }>("select user_email as email from visa_applications where id = $1", [
  applicant.id,
]);
const own: Record<string, Record<string, string>> = {
  applicant_info: { email: row?.email ?? "" },
  accommodation: stay,
};
for (const { code, title } of bahamasSteps.slice(0, -1)) {
  const answers = { ...bahamasApplicant[title], ...own[code] };
  const { status } = await applicant.client.save(applicant.id, form(code, title, answers));
  if (status !== 200) throw new Error(`${title} was answered ${status}`);
}
afterAll(expectNoScriptErrors);

const openReview = (options: Parameters<typeof openStep>[3]) =>
  openStep(browser, applicant, "review_certification", options);

const stepOf = (page: Page, title: string) => page.locator("summary", { hasText: title });
const change = (page: Page, question: string) => page.getByRole("button", { name: `Change ${question}`, exact: true });
const phone = { width: 360, height: 780 };

describe.each([true, false])(
  "the review of a whole Bahamas application on a phone, JavaScript: %s",
  (javaScriptEnabled) => {
    test("[N-REVIEW-4, N-REVIEW-5] the steps of the review are collapsed, and it is at most 4,000 px high", async () => {
      const page = await openReview({ viewport: phone, javaScriptEnabled });
      const closed = page.locator('form#step section[id^="answers-"] > details');
      await expect(closed).toHaveCount(12);
      expect(
        await closed.evaluateAll((all) => all.filter((element) => (element as HTMLDetailsElement).open).length),
      ).toBe(0);
      await expect(change(page, "Passport number")).toBeHidden();
      await expect(stepOf(page, "Trip Details")).toContainText(/Trip Details\s*10 answers/);
      await expect(stepOf(page, "Criminal History")).toContainText("Needs attention");
      await expect(page.getByText("Needs attention", { exact: true }).filter({ visible: true })).toHaveCount(1);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height).toBeLessThanOrEqual(4_000);
      const positions = await page.evaluate(() =>
        ["Some answers are still needed", "Some documents can still follow", "This address is not confirmed yet"].map(
          (text) => (document.body.textContent ?? "").indexOf(text),
        ),
      );
      expect(positions).toEqual(positions.filter((position) => position > 0).sort((a, b) => a - b));
      if (javaScriptEnabled) await expectAccessible(page);
    });

    test("[N-REVIEW-1, N-REVIEW-2] an answer is changed at its question and is in view when the step leads back", async () => {
      const page = await openReview({ viewport: phone, javaScriptEnabled });
      await stepOf(page, "Applicant Information").click();
      await page.getByText("2 questions not answered").click();
      await change(page, "Middle name").click();
      const input = page.locator("#middleName");
      await expect(input).toBeFocused();
      await expect(input).toBeInViewport();
      await input.fill("Marie");
      await page.getByRole("button", { name: "Next Step" }).click();
      const row = page.locator("#answer-applicant_info-middleName");
      await expect(row).toBeFocused();
      await expect(row).toBeInViewport({ ratio: 1 });
      await expect(row).toContainText("Marie");
      // A country's own box has taken over from the select without script.
      await change(page, "Country of birth").click();
      await expect(page.getByLabel("Country of birth").filter({ visible: true })).toBeFocused();
      await page.getByRole("button", { name: "Previous" }).click();
      await expect(page.locator("#answer-applicant_info-countryOfBirth")).toBeFocused();
      await input.or(row).first().waitFor();
      await page.goto(`${app.url}/apply/${applicant.id}?step=applicant_info`);
      await page.locator("#middleName").fill("");
      await page.getByRole("button", { name: "Save & Exit" }).click();
    });
  },
);

test("[S-LOOK-9] in a wide window the review of a whole Bahamas application is at most 5,000 px tall and uses its width", async () => {
  const page = await openStep(browser, await answeredBahamas(app), "review_certification");
  const { height, ...look } = await lookAt(page, 1440);
  expect(height).toBeLessThanOrEqual(5_000);
  expect(faultsIn([{ height, ...look }])).toEqual([]);
  // Both columns of a step hold answers.
  const lefts = await page
    .locator("#answers-security_questionnaire .answer-row")
    .evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().left)))]);
  expect(lefts).toHaveLength(2);
});

test("[N-REVIEW-1, N-REVIEW-4] in a wide window the steps are expanded, and missing answers link to their questions", async () => {
  const page = await openReview({ viewport: { width: 1440, height: 900 } });
  await expect(change(page, "Passport number")).toBeVisible();
  await expect(stepOf(page, "Passport Information")).toBeHidden();
  await expectAccessible(page);
  // A question that follows from another is changed there.
  await change(page, "Less than 5 years in this job").click();
  await titled(page, "Bahamas Employment");
  await expect(page.locator("#yearsEmployed")).toBeFocused();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.locator("#answer-bahamas_employment-yearsEmployed")).toBeFocused();
  await page.getByRole("button", { name: "Police certificate is required" }).click();
  await expect(page.locator("#policeCertificateUrl")).toBeFocused();
  await page.getByRole("button", { name: "Previous" }).click();
  await page.locator('button[value="goto:criminal_history:convictionPlace"]').click();
  await expect(page.locator("#convictionPlace")).toBeFocused();
  await page.getByRole("radio", { name: "No" }).first().check();
  await page.getByRole("button", { name: "Next Step" }).click();
  // Its question is not asked any more: the step itself is in view.
  await expect(page.locator("#answers-criminal_history")).toBeFocused();
});

test("[W-SAVE-12] answers changed on another device since the review was opened are shown before they are signed", async () => {
  const { page, id, client } = await openWizard(browser, app, { step: 8 });
  await fillStep(page, everyone["Review & Certification"] ?? {});
  const passport = form("passport_info", "Passport Information", { passportNumber: "ZZ998877", revision: "1" });
  expect((await client.tab().save(id, passport)).status).toBe(200);
  const submit = page.getByRole("button", { name: "Submit Application" });
  await submit.click();
  const notice = page.getByRole("dialog", { name: "Not submitted yet" });
  await expect(notice).toContainText("Your answers have changed since you opened this page.");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "OK", exact: true }).click();
  await expect(page.locator("#answer-passport_info-passportNumber")).toContainText("ZZ998877");
  await expect(page.locator("#electronicSignature")).not.toHaveValue("");
  expect(await app.query("select 1 from application_submissions where application_id = $1", [id])).toEqual([]);
  await submit.click();
  await expect(page.getByRole("dialog", { name: "Application Submitted" })).toBeVisible();
});
