import { afterAll, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { controlled, openStep, openWizard, sentIntents, unsentInTab } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const numberOf = async (id: string) =>
  (
    await app.query<{ number: string }>("select application_number as number from visa_applications where id = $1", [
      id,
    ])
  )[0]?.number ?? "?";

test.each([true, false])(
  "[N-WORD-1, N-WORD-2] the header shows number, visa and the earlier day of the last save, JavaScript: %s",
  async (javaScriptEnabled) => {
    const { client, id } = await startBahamas(app);
    await app.query("update visa_applications set last_updated_at = now() - interval '49 hours' where id = $1", [id]);
    const viewport = { width: 360, height: 780 };
    const page = await openStep(browser, { client, id }, "applicant_info", { viewport, javaScriptEnabled });
    const header = page.getByRole("banner");
    const [service] = await app.query<{ name: string }>(
      "select service_name as name from visa_services where slug = 'bahamian-evisa'",
    );
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(header.getByText(service?.name ?? "?").filter({ visible: true })).toHaveCount(1);
      await expect(header.getByText(await numberOf(id))).toBeVisible();
      await expect(
        header.getByText(/^[A-Z][a-z]{2} \d{1,2}(, \d{4})?, \d{1,2}:\d\d [AP]M( Nassau time)?$/),
      ).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await header.locator("summary").click();
    await expect(header.getByText(id.slice(0, 12), { exact: true })).toBeVisible();
    if (javaScriptEnabled) {
      await expectAccessible(page);
      await page.locator('[name="firstName"]').fill("Natasha");
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await expect(header.getByText(/^\d{1,2}:\d\d [AP]M$/)).toBeVisible();
    }
  },
);

test("[N-WORD-3] an autosave of a withdrawn application says so, and no unsent answers are stored", async () => {
  const { page, id } = await openWizard(browser, app);
  await app.query("update visa_applications set status = 'withdrawn' where id = $1", [id]);
  await page.locator('[name="firstName"]').fill("Nadège");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Application Withdrawn");
  await expect(dialog).toContainText(
    "This application was withdrawn while you were typing, so your last answers were not saved. If you did not ask for that, please call us.",
  );
  await expect(page.getByRole("banner")).toContainText("Not saved");
  expect(await unsentInTab(page)).toEqual([]);
  const intents = sentIntents(page);
  await dialog.getByRole("button", { name: "OK", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("Withdrawn");
  await expect(page.locator("form#step")).toHaveCount(0);
  expect(intents).toEqual([]);
});

test("[N-WORD-4] a save of a deleted draft leads to the start once, and the browser stores nothing of it", async () => {
  const { page, id, context } = await openWizard(browser, app);
  const otherTab = await context.newPage();
  await otherTab.goto(`${app.url}/apply/${id}`);
  await controlled(otherTab);
  await otherTab.locator('[name="firstName"]').fill("Nadège");
  await page.locator('[name="firstName"]').fill("Nadège");
  await app.query("delete from visa_applications where id = $1", [id]);
  for (const tab of [page, otherTab]) {
    await tab.getByRole("button", { name: "Next Step" }).click();
    await expect(tab).toHaveURL(/\/apply\/start(\?missing=1)?$/);
    expect(await unsentInTab(tab)).toEqual([]);
    if (tab === otherTab) continue;
    const notice = tab.getByRole("status").filter({ hasText: "This draft was deleted" });
    await expect(notice).toContainText("We’ve deleted all its answers and files.");
    await tab.reload();
    await expect(notice).toHaveCount(0);
  }
  expect((await context.cookies()).filter(({ name }) => name.endsWith(id))).toEqual([]);
});

test("[S-LOOK-3, S-LOOK-10, N-WORD-5] the success modal names number, missing documents, amount due and next steps, and links to the application", async () => {
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  await app.query(
    `insert into document_requirements (visa_service_id, document_name, document_type, is_required)
     values ($1, 'Statement of the bank', 'bank_statement', true)`,
    [service],
  );
  const client = new HttpClient(app);
  const id = await client.start("words@mail.example", { service });
  await client.fillIn(id);
  const page = await openStep(browser, { client, id }, "review_certification");
  const progress = page.getByRole("navigation", { name: "Steps of the application" });
  await expect(progress).toContainText(/Step 8 of 8 · 100% complete · \d+ documents? missing/);
  await fillStep(page, applicant["Review & Certification"] ?? {});
  await page.getByRole("button", { name: "Submit Application" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Application Submitted");
  await expect(dialog).toContainText(await numberOf(id));
  await expect(dialog.getByRole("listitem").filter({ hasText: "Statement of the bank" })).toBeVisible();
  await expect(dialog).toContainText("We’ll check your answers within one business day");
  await expect(dialog.getByRole("heading", { name: "Application Submitted" })).toBeFocused();
  await expect(dialog).toContainText(/What you pay\$[\d,.]+: \$[\d,.]+ to us/);
  await expect(dialog).toContainText("Please call us to pay.");
  await expectAccessible(page);
  const missing = await dialog.getByRole("listitem").count();
  const next = dialog.getByRole("link", { name: missing === 1 ? "Add the document" : `Add the ${missing} documents` });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const part of [dialog.getByRole("heading"), next, dialog.getByRole("button", { name: "Go to the home page" })])
    await expect(part).toBeInViewport({ ratio: 1 });
  // The only filled one.
  await expect(dialog.locator(".button-primary")).toHaveText(/^Add the/);
  await next.click();
  await expect(page).toHaveURL(`${app.url}/apply/${id}#open`);
  await expect(page.getByRole("main")).toContainText(/It has been (your|our) turn since/);
});
