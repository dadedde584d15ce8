import { afterEach, expect as expectValue, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { openWizard, sentIntents, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const addressOf = async (id: string) =>
  (
    await app.query<{ email: string; waits: string | null; said: string }>(
      `select user_email as email, metadata->'step1'->>'email' as said,
         (select new_email from application_email_changes where application_id = a.id) as waits
       from visa_applications a where id = $1`,
      [id],
    )
  )[0];

test("[N-EMAIL-1] a start asks once about a likely misspelled email and starts with the chosen one", async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(`${app.url}/apply`);
  await page.getByLabel("Email address").fill("natasha.start@gmial.con");
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  const question = page.getByRole("alert");
  await expect(question).toContainText("Did you mean natasha.start@gmail.com?");
  await expect(question).toBeFocused();
  await expectAccessible(page);
  // Enter sends what is typed now, never an answer.
  await page.getByLabel("Email address").fill("natasha.start@hotmial.com");
  await page.getByLabel("Email address").press("Enter");
  await expect(question).toContainText("Did you mean natasha.start@hotmail.com?");
  await page.getByRole("button", { name: "Use natasha.start@hotmail.com" }).click();
  await titled(page, "Applicant Information");
  await expect(page.getByLabel("Email address")).toHaveValue("natasha.start@hotmail.com");
  const rows = await app.query(
    "select user_email as email from visa_applications where user_email like 'natasha.start@%'",
  );
  expectValue(rows).toEqual([{ email: "natasha.start@hotmail.com" }]);
  await context.close();
});

test("[N-EMAIL-3, N-EMAIL-10] step 1 asks about a changed email, shows that the change is pending, and cancels it", async () => {
  const { page, id, email } = await openWizard(browser, app);
  await fillStep(page, applicant["Applicant Information"] ?? {});
  const input = page.getByLabel("Email address");
  await input.fill("natasha@gmial.con");
  const intents = sentIntents(page);
  await input.press("Enter");
  const question = page.getByRole("alert");
  await expect(question).toContainText("Did you mean natasha@gmail.com?");
  await expect(question).toBeFocused();
  expectValue(intents, "Enter is Next Step").toContain("next");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use natasha@gmail.com" }).click();
  await titled(page, "Passport Information");
  expectValue(await addressOf(id)).toEqual({ email, waits: "natasha@gmail.com", said: "natasha@gmail.com" });
  await page.getByRole("button", { name: "Previous" }).click();
  await titled(page, "Applicant Information");
  await expect(input).toHaveValue("natasha@gmail.com");
  await expect(page.getByText(`We write to ${email}.`)).toContainText(
    "The change to natasha@gmail.com takes effect once the link",
  );
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expect(page.getByText("Sent. Please check your inbox")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Keep ${email}` }).click();
  await expect(page.getByText(`We write to ${email}.`)).toHaveCount(0);
  await expect(input).toHaveValue(email);
  await page.getByRole("button", { name: "Next Step" }).click();
  await titled(page, "Passport Information");
  expectValue(await addressOf(id)).toEqual({ email, waits: null, said: email });
});

test("[N-EMAIL-4, N-EMAIL-14] the review and the success modal show the email, with a warning when our mails bounce", async () => {
  const { page, id, email } = await openWizard(browser, app, { step: 8 });
  await expect(page.getByText("Our emails about this application go to")).toContainText(email);
  await app.query("update email_notifications set status = 'failed', bounced_at = now() where application_id = $1", [
    id,
  ]);
  await page.reload();
  const warning = page.getByText(`Our emails to ${email} aren’t arriving.`);
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Change email", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your email address" })).toBeVisible();
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the application" }).click();
  await titled(page, "Review & Certification");
  await fillStep(page, applicant["Review & Certification"] ?? {});
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(page.locator("dialog[open]")).toContainText(`a confirmation is on its way to ${email}.`);
});
