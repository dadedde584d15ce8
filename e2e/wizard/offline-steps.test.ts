import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { controlled, openWizard, sentIntents, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { confirmEmail } from "../../test/harness/fakes/mails";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const answersOf = async (id: string, number: number) => (await storedStep(app, id, number)).answers;
const next = (page: Page) => page.getByRole("button", { name: "Next Step" }).click();
const listed = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Steps of the application" }).getByRole("button", { name: new RegExp(title) });
/** Everything that the browser keeps beyond its tabs, as one text. */
const storageOf = async (context: BrowserContext) => JSON.stringify((await context.storageState()).origins);
const isBack = (page: Page) => expect(page.getByText("Your last answers are back")).toBeVisible();

/** The same browser once more, as after a restart: tabs and what they held are gone. */
async function restarted(context: BrowserContext, days = 0): Promise<Page> {
  const storageState = await context.storageState();
  await context.close();
  const again = await openContext(browser, { storageState });
  if (days > 0) await again.clock.setFixedTime(Date.now() + days * 24 * 3_600_000);
  return again.newPage();
}

describe("a browser closed before its answers were sent", () => {
  test("[N-LINE-1] unsent answers are shown and saved when the browser opens again, except passport numbers, which stay in the tab", async () => {
    const { page, id, context, client } = await openWizard(browser, app, { step: 2 });
    await client.save(id, { step: "passport_info", revision: "0", passportNumber: "P111222", intent: "save" });
    await page.reload();
    await controlled(page);
    await context.setOffline(true);
    await fillStep(page, { passportNumber: "R777888", issuingAuthority: "Kingston Office" });
    expect(await storageOf(context)).toContain("Kingston Office");
    expect(await storageOf(context)).not.toContain("R777888");
    const again = await restarted(context);
    await again.goto(`${app.url}/apply/${id}?step=passport_info`);
    await isBack(again);
    await expect(again.locator('[name="issuingAuthority"]')).toHaveValue("Kingston Office");
    await expect(again.locator('[name="passportNumber"]')).toHaveValue("P111222");
    await expect
      .poll(() => answersOf(id, 2))
      .toMatchObject({ issuingAuthority: "Kingston Office", passportNumber: "P111222" });
    await expect.poll(() => storageOf(again.context())).not.toContain("Kingston Office");
  });

  test("[N-LINE-1, N-LINE-3] both versions are shown if the server has other answers, and unsent ones are deleted after seven days", async () => {
    const { page, id, context, client } = await openWizard(browser, app);
    await context.setOffline(true);
    await fillStep(page, { firstName: "Typed", middleName: "Offline" });
    await client.save(id, { step: "applicant_info", revision: "0", firstName: "Saved", intent: "save" });
    const state = await context.storageState();
    const again = await restarted(context);
    await again.goto(`${app.url}/apply/${id}?step=applicant_info`);
    await titled(again, "Two versions of this step");
    await expect(again.getByText("Typed", { exact: true })).toBeVisible();
    await expect(again.getByRole("main").getByText("Saved", { exact: true })).toBeVisible();
    await again.context().close();
    const late = await restarted(await openContext(browser, { storageState: state }), 8);
    await late.goto(`${app.url}/apply/${id}?step=applicant_info`);
    await expect(late.locator('[name="firstName"]')).toHaveValue("Saved");
    await expect.poll(() => storageOf(late.context())).not.toContain("Typed");
  });

  test("[N-LINE-3] unsent answers are deleted once the application is withdrawn, and the privacy policy states what is stored and how long", async () => {
    const { page, id, context, client } = await openWizard(browser, app);
    await context.setOffline(true);
    await fillStep(page, { firstName: "Kept for a while" });
    expect(await storageOf(context)).toContain("Kept for a while");
    await app.query("update visa_applications set status = 'withdrawn' where id = $1", [id]);
    const again = await restarted(context);
    await again.goto(`${app.url}/apply/${id}`);
    await expect.poll(() => storageOf(again.context())).not.toContain("Kept for a while");
    const policy = await (await client.get("/privacy-policy")).text();
    expect(policy).toContain("your device also keeps a copy of application answers");
    expect(policy).toContain("for 7 days at most");
  });

  test("[N-LINE-1] answers to the security questions are not stored in the browser", async () => {
    const { page, id, context } = await openWizard(browser, app, { step: 7 });
    await context.setOffline(true);
    await page.getByRole("radio", { name: "Yes" }).first().check();
    await page.getByLabel("Please give details").first().fill("A fine in Freeport");
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Freeport");
    expect(await storageOf(context)).not.toContain("Freeport");
    expect(await storageOf(context)).not.toContain(id);
  });

  test("[N-LINE-2] nothing of the application is stored in the browser of a shared device", async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.goto(`${app.url}/apply`);
    await page.getByLabel("Email address").fill("shared.device@mail.example");
    await page.getByRole("checkbox", { name: /I agree/ }).check();
    await page.getByRole("checkbox", { name: "Other people use this device" }).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await titled(page, "Applicant Information");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const cookie = (await context.cookies()).find(({ name }) => name.includes(id));
    expect(cookie?.expires, "the browser forgets it when it is closed").toBe(-1);
    await context.setOffline(true);
    await fillStep(page, { firstName: "Nobody" });
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Nobody");
    expect(await storageOf(context)).not.toContain(id);
    await page.route("**/save", (route) => route.abort());
    await context.setOffline(false);
    await page.reload();
    await isBack(page);
    expect(await storageOf(context)).not.toContain(id);
  });
});

describe("continuing offline", () => {
  const [ready = {}, passport = {}] = [applicant["Applicant Information"], applicant["Passport Information"]];

  test("[N-LINE-4, N-LINE-5] the next steps open offline, left steps are marked, and they are sent in order once online", async () => {
    const { page, id, context } = await openWizard(browser, app);
    await context.setOffline(true);
    await next(page);
    await expect(page.getByText("First name is required").first()).toBeVisible();
    await fillStep(page, ready);
    await next(page);
    await titled(page, "Passport Information");
    await expect(listed(page, "Applicant Information")).toContainText("Waiting to be saved");
    await expect(page.getByText("Step 2 of 8")).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole("combobox", { name: "Country of nationality" })).toBeVisible();
    await fillStep(page, passport);
    await next(page);
    await titled(page, "Contact Information");
    await page.getByRole("button", { name: "Previous" }).click();
    await titled(page, "Passport Information");
    await expect(page.locator('[name="passportNumber"]')).toHaveValue(passport.passportNumber ?? "");
    await expect(page.locator('[name="issueDate.month"]')).toHaveValue("5");
    await listed(page, "Contact Information").click();
    await titled(page, "Contact Information");
    await fillStep(page, { city: "Freeport" });
    const sent = sentIntents(page);
    await context.setOffline(false);
    await expect.poll(() => answersOf(id, 3)).toMatchObject({ city: "Freeport" });
    // It is stored before this browser is told so.
    await expect.poll(() => sent.slice(-3)).toEqual(["next", "next", "save"]);
    expect(await answersOf(id, 1)).toMatchObject({ firstName: ready.firstName });
    await expect(listed(page, "Passport Information")).toContainText("Complete");
    const [row] = await app.query("select current_step, furthest_step from visa_applications where id = $1", [id]);
    expect(row).toMatchObject({ current_step: 3, furthest_step: 3 });
  });

  test("[N-LINE-5] a step that the server finds invalid is named with a link to it, and later steps lose nothing", async () => {
    const { page, id, context } = await openWizard(browser, app);
    await context.setOffline(true);
    await fillStep(page, ready);
    await next(page);
    await titled(page, "Passport Information");
    await expect(page.getByRole("combobox", { name: "Country of nationality" })).toBeVisible();
    await fillStep(page, passport);
    await next(page);
    await titled(page, "Contact Information");
    // What the browser finds valid the server refuses, as after a release with another rule.
    await page.route("**/save", async (route) => {
      const body = new URLSearchParams(route.request().postData() ?? "");
      if (body.get("step") === "applicant_info") body.set("firstName", "");
      await route.continue({ postData: body.toString() });
    });
    await context.setOffline(false);
    const notice = page.getByRole("alert").filter({ hasText: "needs your attention" });
    await expect(notice).toBeVisible();
    await page.unroute("**/save");
    await expect(listed(page, "Applicant Information")).toContainText("Needs attention");
    expect((await answersOf(id, 2)).passportNumber).toBeUndefined();
    await notice.getByRole("link", { name: "Applicant Information" }).click();
    await titled(page, "Applicant Information");
    await expect(listed(page, "Passport Information")).toContainText("Waiting to be saved");
    await fillStep(page, { firstName: "Ana" });
    await next(page);
    await titled(page, "Passport Information");
    await expect(page.locator('[name="passportNumber"]')).toHaveValue(passport.passportNumber ?? "");
    await expect.poll(() => answersOf(id, 2)).toMatchObject({ passportNumber: passport.passportNumber ?? "" });
  });

  test("[N-LINE-4, F-APPL-5] each link of the banner and its notices opens its step", async () => {
    const { page, id, context, client } = await openWizard(browser, app);
    await context.setOffline(true);
    await fillStep(page, ready);
    await next(page);
    await titled(page, "Passport Information");
    await client.save(id, { step: "applicant_info", revision: "0", firstName: "Elsewhere", intent: "save" });
    await context.setOffline(false);
    const compare = page.getByRole("link", { name: "Compare" });
    await expect(compare).toBeVisible();
    await context.setOffline(true);
    await compare.click();
    await titled(page, "Applicant Information");
    await expect(page.locator('[name="firstName"]')).toHaveValue(ready.firstName ?? "");
    // A link that says nothing of it, such as the browser's own Back.
    await page.goBack();
    await titled(page, "Passport Information");
    await expect(page.getByText("We couldn’t open that step")).toBeHidden();
    await context.setOffline(false);
    await expect(compare).toBeVisible();
    await compare.click();
    await titled(page, "Two versions of this step");
  });

  test("[N-LINE-6] a submission waits for unsaved steps, and nothing is submitted automatically", async () => {
    const { page, id, context } = await openWizard(browser, app, { step: 8 });
    await confirmEmail(app, id);
    await fillStep(page, applicant["Review & Certification"] ?? {});
    await listed(page, "Contact Information").click();
    await titled(page, "Contact Information");
    const intents = sentIntents(page);
    await context.setOffline(true);
    await fillStep(page, { city: "Freeport" });
    await listed(page, "Review & Certification").click();
    await titled(page, "Review & Certification");
    await expect(page.getByText("Freeport").first()).toBeVisible();
    const submit = page.getByRole("button", { name: "Submit Application" });
    await submit.click();
    await expect(page.getByRole("alertdialog", { name: "No Internet Connection" })).toBeVisible();
    await page.getByRole("button", { name: "OK", exact: true }).click();
    const isContact = (body: string | null) => new URLSearchParams(body ?? "").get("step") === "contact_info";
    await page.route("**/save", (route) => (isContact(route.request().postData()) ? route.abort() : route.continue()));
    await context.setOffline(false);
    await submit.click();
    await expect(page.getByRole("dialog", { name: "Not submitted yet" })).toBeVisible();
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await page.unroute("**/save");
    await expect.poll(() => answersOf(id, 3), { timeout: 30_000 }).toMatchObject({ city: "Freeport" });
    expect(intents).not.toContain("submit");
    await submit.click();
    await expect(page.getByRole("dialog", { name: "Application Submitted" })).toBeVisible();
  });

  test("[N-LINE-6] the browser's own late save after the review was opened doesn't block the submission", async () => {
    const { page, id, context } = await openWizard(browser, app, { step: 8 });
    await fillStep(page, applicant["Review & Certification"] ?? {});
    await listed(page, "Contact Information").click();
    await titled(page, "Contact Information");
    const intents = sentIntents(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/save", async (route) => {
      await released;
      await route.continue();
    });
    await context.setOffline(true);
    await fillStep(page, { city: "Freeport" });
    await listed(page, "Review & Certification").click();
    await titled(page, "Review & Certification");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("dialog", { name: "Submitting Application" })).toBeVisible();
    release();
    await expect(page.getByRole("dialog", { name: "Application Submitted" })).toBeVisible();
    expect(await answersOf(id, 3)).toMatchObject({ city: "Freeport" });
    expect(intents.filter((intent) => intent === "submit")).toHaveLength(1);
  });
});
