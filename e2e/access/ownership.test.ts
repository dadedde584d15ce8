import { afterAll, test } from "vitest";
import { fillStep } from "../../test/harness/applicants/applicant";
import { openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import { mailsTo, resumeLinkOf } from "../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

// Without script: test/applications/journeys/journey-access.test.ts.
test("[V-ATK-12, V-ATK-13, V-ATK-14] the owner of an email answers No to the link's question, and the starter then gives another email", async () => {
  const { page, id, email } = await openWizard(browser, app);
  // The link is sent again, and what is typed beside it stays.
  await fillStep(page, { firstName: "Natasha" });
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("Sent. Please check your inbox")).toBeVisible();
  await expect(page.locator('[name="firstName"]')).toHaveValue("Natasha");
  await expectAccessible(page);
  const [mail] = await mailsTo(app, email, "resume_link", 1);

  const viewport = { width: 360, height: 740 };
  const owner = await (await openContext(browser, { viewport })).newPage();
  await owner.goto(app.url + resumeLinkOf(mail).path);
  await expect(owner.getByRole("radiogroup", { name: "Did you begin this application?" })).toBeVisible();
  await expect(owner.getByRole("radio", { checked: true })).toHaveCount(0);
  await expectToFit(owner);
  await owner.getByRole("button", { name: "Continue" }).click();
  await expect(owner.getByText("Please choose one of the three answers").first()).toBeVisible();
  await expectToFit(owner);
  await expectAccessible(owner);
  await owner.getByRole("radio", { name: /^No/ }).check();
  await owner.getByRole("button", { name: "Continue" }).click();
  await titled(owner, "Thank you for telling us");
  await expectAccessible(owner);

  // Whoever began it goes on, and is asked for another address; what is typed on the step is saved on the way there.
  await page.goto(`${app.url}/apply/${id}`);
  await fillStep(page, { lastName: "Rolle" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Give another email address" }).click();
  await titled(page, "Give another email address");
  await expect.poll(() => storedStep(app, id, 1)).toMatchObject({ answers: { lastName: "Rolle" } });
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("told us this application isn’t theirs. Please enter a different address")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expectAccessible(page);
  await page.getByLabel("Email address").fill(`right.${email}`);
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("Sent. Please check your inbox")).toBeVisible();
  await page.getByRole("link", { name: "Back to the application" }).click();
  await titled(page, "Applicant Information");
  await expect(page.getByRole("button", { name: "Give another email address" })).toHaveCount(0);
});
