import { test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { upload } from "../../test/harness/applicants/uploads";
import { expect } from "../../test/harness/browser/browser";
import {
  close,
  expectAccessibleAtBoth,
  expectText,
  goTo,
  openDesk,
  openEditor,
  pressButton,
} from "../../test/harness/browser/desk-browser";
import { HttpClient, until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const client = new HttpClient(app);
const service = await serviceId(app, "us-travel-b1-b2-visa");
const application = await client.start("nadege@mail.example", { service });
await upload(client, application);
await client.fillIn(application);
await client.submit(application);

test("the list of applications is accessible with results, without any, and with an outage notice", async () => {
  await app.query(
    "insert into troubles (subject, setting, words) values ('The virus scanner', 'CLAMAV_URL', 'clamd does not answer at CLAMAV_URL')",
  );
  const page = await openDesk(browser, app, "/admin/applications");
  await expectText(page, "The virus scanner does not work");
  await expectAccessibleAtBoth(page);
  await app.query("delete from troubles");
  await goTo(page, app, "/admin/applications?q=nobody");
  await expectText(page, "No applications found matching your filters");
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("an application is accessible with hidden answers revealed, a note and a document preview", async () => {
  const page = await openDesk(browser, app, `/admin/applications/${application}`);
  await pressButton(page, "Unfold all");
  await pressButton(page, /^Reveal (?!all)/);
  await expect(page.getByText(/^Hidden answers in .* are now shown/)).toHaveCount(1);
  await openEditor(page, "Write a note");
  await page.getByRole("textbox", { name: "New note" }).fill("Called.");
  await pressButton(page, "Add note");
  await expectText(page, "Called.");
  await page.getByRole("link", { name: /^Preview/ }).click();
  await expect(page.getByTitle("The uploaded document passport.pdf")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("a note sent while the hidden answers are loading appears", async () => {
  const page = await openDesk(browser, app, `/admin/applications/${application}`);
  const [sent, readAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reading = false;
  await page.route(/applications\/[^/]*\.data/, async (route) => {
    const request = route.request();
    if (request.method() === "GET" && !reading) {
      reading = true;
      await sent.promise;
      await route.continue();
      // Waits for the response, not for its end: the page may abort the rest of a response that it has understood.
      await request.response();
      return readAgain.resolve();
    }
    if (request.postData()?.includes("add-note")) {
      sent.resolve();
      await readAgain.promise;
    }
    await route.continue();
  });
  await pressButton(page, "Unfold all");
  await pressButton(page, /^Reveal (?!all)/);
  await until("what is shown is read again", () => reading);
  await openEditor(page, "Write a note");
  await page.getByRole("textbox", { name: "New note" }).fill("While they came");
  await pressButton(page, "Add note");
  await expectText(page, "While they came");
  await expect(page.getByRole("textbox", { name: "New note" })).toHaveValue("");
  await close(page);
});

test("an application is accessible with documents that are unscanned, on hold or infected", async () => {
  await app.query(
    `insert into documents (document_name, document_type, content_type, byte_size, sha256, storage_key, application_id, scan, virus)
     select name, 'letter', 'application/pdf', 2048, repeat('0', 64), name, $1, scan::document_scan, virus
     from (values ('held.pdf', 'waiting', null), ('bad.pdf', 'infected', 'Eicar-Signature')) files (name, scan, virus)`,
    [application],
  );
  const page = await openDesk(browser, app, `/admin/applications/${application}`);
  for (const text of ["Not scanned", "On hold until scanned", "Virus: Eicar-Signature. Removed"])
    await expectText(page, text);
  await expect(page.getByRole("link", { name: /^Download(?! all)/ })).toHaveCount(1);
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("the mail preview of the status form is accessible", async () => {
  const page = await openDesk(browser, app, `/admin/applications/${application}`);
  await page.getByLabel("New status").selectOption("approved");
  await pressButton(page, "Preview the email");
  await expect(page.getByRole("dialog", { name: "Email preview (not sent yet)" })).toBeVisible();
  await expect(page.getByTitle("The email to the applicant")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("the migration is accessible verified, at its confirmation and done", async () => {
  const page = await openDesk(browser, app, "/admin/migration");
  await page.getByLabel("Application ID").fill(application);
  await pressButton(page, "Verify");
  await expect(page.getByRole("region", { name: /verification/i })).toBeVisible();
  await expectAccessibleAtBoth(page);
  await pressButton(page, "Migrate All Applications");
  const question = page.getByRole("alertdialog", { name: "Migrate all applications?" });
  await expect(question).toBeVisible();
  await expectAccessibleAtBoth(page);
  await question.getByRole("button", { name: "Yes, migrate all" }).click();
  await expectText(page, "Every application was migrated.");
  for (const label of ["Total Applications", "Successful", "Failed"]) await expectText(page, label);
  await close(page);
});
