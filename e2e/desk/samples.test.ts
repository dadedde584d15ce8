import { expect as same, test } from "vitest";
import { admin, startApp } from "../../test/harness/app-server";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { signedInCookies } from "../../test/harness/browser/desk-browser";
import { sharedBrowser } from "../../test/harness/shared";

let app = await startApp({ SAMPLE_DATA: "yes" });
const browser = await sharedBrowser();

const counts = async () => {
  const [row] = await app.query<Record<string, number>>(`
    select (select count(*)::int from google_reviews where is_sample) as reviews,
           (select count(*)::int from visa_inquiries where is_sample) as inquiries,
           (select count(*)::int from visa_applications where is_sample) as applications,
           (select count(*)::int from visa_service_views where is_sample) as views,
           (select count(*)::int from documents) as documents,
           (select count(*)::int from visa_applications where not is_sample) as real`);
  return row ?? {};
};

test("[P-REV-23] sample people fill every screen, are marked as samples, get no mail, and are removed by one button", async () => {
  const loaded = await counts();
  same(loaded.applications).toBe(90);
  same(loaded.views).toBe(4000);
  same(loaded.inquiries).toBe(60);
  const addresses = await app.query("select 1 from visa_applications where user_email not like '%.example'");
  same(addresses).toEqual([]);

  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(app.url);
  // Each sample review says so, and none is counted.
  const reviews = page.getByRole("region", { name: "What clients say" });
  await expect(reviews.getByRole("article")).toHaveCount(8);
  await expect(reviews.getByRole("article").getByText("Sample", { exact: true })).toHaveCount(8);
  await expect(reviews.getByRole("region", { name: "Trust index" })).toContainText("0 reviews");
  await expect(reviews.getByText(/Based on|Excellent Service/)).toHaveCount(0);

  // Somebody real is there as well, and stays.
  await page.goto(`${app.url}/apply`);
  await page.getByLabel("Email address").fill("real@mail.example");
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();

  await context.addCookies(await signedInCookies(app));
  await page.goto(`${app.url}/admin/applications`);
  await expect(page.getByText("Sample people are shown.")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(92);
  await page.getByRole("link", { name: "Remove sample people" }).first().click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Remove all sample people?");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove sample people" }).click();
  await expect(page.getByText("The sample people were removed.")).toBeVisible();
  await expect(page.getByText("Sample people are shown.")).toHaveCount(0);
  same(await counts()).toEqual({ reviews: 0, inquiries: 0, applications: 0, views: 0, documents: 0, real: 1 });
  const log = await app.query("select action_type as what, admin_email as who from admin_activity_log");
  same(log).toContainEqual({ what: "sample_people_removed", who: admin.email });
  expectNoScriptErrors();

  // A restart does not bring them back.
  for (const context of browser.contexts()) await context.close();
  await app.stop();
  app = await startApp({ SAMPLE_DATA: "yes", DATA_DIR: app.dataDir });
  same((await counts()).applications).toBe(0);
});
