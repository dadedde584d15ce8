import type { Page } from "@playwright/test";
import { afterAll, expect as expectThat, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { openWizard, storedStep, titled, unsentInTab } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { continueBy, mailsTo, resumeLinkOf } from "../../test/harness/fakes/mails";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

/** Another browser that came in by the link of the welcome mail. */
async function another(email: string): Promise<HttpClient> {
  const client = new HttpClient(app);
  const { token } = resumeLinkOf((await mailsTo(app, email, "application_started", 1))[0]);
  await continueBy(client, token);
  return client;
}
/** The person comes back to the tab: headless pages are never in the background, so the test fires the event. */
const focusPage = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));
const count = async (id: string) =>
  (await app.query("select 1 from application_holders where application_id = $1", [id])).length;

test("[V-ATK-15] an ended browser keeps the typed values and saves them after a new link opened the application", async () => {
  const { page, id, email, context } = await openWizard(browser, app, { step: 2 });
  const otherClient = await another(email);
  await fillStep(page, { passportNumber: "R7 002" });
  expectThat((await otherClient.post(`/apply/${id}/browsers`, { end: "others" })).headers.get("location")).toMatch(
    /ended$/,
  );
  const inputs = { passportNumber: "R7 002", issuingAuthority: "Port-au-Prince" };
  await fillStep(page, inputs);
  await page.getByRole("button", { name: "Next Step" }).click();
  const notice = page.getByRole("dialog", { name: "Please open your application again" });
  await expect(notice).toContainText("What you typed is safe in this tab");
  await notice.getByRole("button", { name: "OK" }).click();
  await titled(page, "Welcome back");
  await expect(page.getByText("To open this application here, use a link from our emails")).toBeVisible();
  await expect(page.getByText("Your latest answers are still here")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("we’ll email a new link")).toBeVisible();
  expectThat((await storedStep(app, id, 2)).answers).not.toMatchObject({ issuingAuthority: "Port-au-Prince" });

  const tab = await context.newPage();
  await tab.goto(app.url + resumeLinkOf((await mailsTo(app, email, "resume_link", 1))[0]).path);
  await tab.getByRole("button", { name: "Continue" }).click();
  await titled(tab, "Passport Information");
  await tab.close();
  await focusPage(page);
  await expect(page.getByText("Your last answers are back")).toBeVisible();
  await expect(page.locator('[name="issuingAuthority"]')).toHaveValue("Port-au-Prince");
  await expect.poll(() => storedStep(app, id, 2)).toMatchObject({ answers: inputs });
});

// Without script: test/applications/journeys/journey-access.test.ts.
test("[V-ATK-15] the page of who can open it, which saves the step on the way, ends one browser and then all others", async () => {
  const { page, id, email } = await openWizard(browser, app);
  const [first] = [await another(email), await another(email), await another(email)];
  await fillStep(page, { firstName: "Typed" });
  await page.getByRole("button", { name: "Who can open this application" }).first().click();
  await titled(page, "Who can open this application");
  expectThat((await storedStep(app, id, 1)).answers).toMatchObject({ firstName: "Typed" });
  const rows = page.getByRole("list", { name: "Browsers" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("This browser");
  await expectAccessible(page);

  await rows.last().getByRole("link", { name: "End access" }).click();
  await titled(page, "End access for this browser?");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Keep access" }).click();
  await expect(rows).toHaveCount(4);
  await rows.last().getByRole("link", { name: "End access" }).click();
  await page.getByRole("button", { name: "End access" }).click();
  await expect(page.getByRole("status")).toContainText("Access ended.");
  await expect(rows).toHaveCount(3);
  await page.getByRole("link", { name: "End all others", exact: true }).click();
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("link", { name: "End all others", exact: true })).toHaveCount(0);
  expectThat((await first?.get(`/apply/${id}/browsers`))?.status).toBe(302);

  // This very browser: as after Save & Exit on a shared device.
  await page.getByRole("link", { name: "Back to the application" }).click();
  await titled(page, "Applicant Information");
  await page.getByRole("button", { name: "Who can open this application" }).first().click();
  await page.getByRole("link", { name: "End access" }).click();
  await page.getByRole("button", { name: "End access" }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  expectThat(await count(id)).toBe(0);
  expectThat(await unsentInTab(page)).toEqual([]);
});

test("[V-ATK-16] requesting a new link after Save & Exit ends all other links and browsers", async () => {
  const { page, id, email } = await openWizard(browser, app);
  await another(email);
  await page.getByRole("button", { name: "Save & Exit" }).click();
  await titled(page, "Your application is saved");
  await page.getByRole("link", { name: "See who can open it" }).click();
  await page.getByRole("link", { name: "Send me a new link and end all others" }).click();
  await titled(page, "End all links and other browsers?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send me a new link and end all others" }).click();
  await expect(page.getByRole("status")).toContainText("A new link is on its way");
  expectThat(await count(id)).toBe(1);
  const [old] = await mailsTo(app, email, "application_started", 1);
  await page.goto(app.url + resumeLinkOf(old).path);
  await titled(page, "This link has expired");
});
