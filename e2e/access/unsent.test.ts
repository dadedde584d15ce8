import type { Page } from "@playwright/test";
import { afterEach, beforeEach, describe, test } from "vitest";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectScriptErrors, openPage } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { fillEmail, pressTwice, troubles } from "../../test/harness/browser/troubles";
import { type Case, openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let opened: Case;
let page: Page;
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  opened = await submittedCase(app);
});
afterEach(() => close(page));

// The three most different forms; that all others do the same: `app/unsent-forms.test.tsx`.
describe.each(troubles)("a form sent %s", (...trouble) => {
  test("deleting a draft in the wizard reports that it was not sent, and can be sent again", async () => {
    const client = new HttpClient(app);
    const id = await client.start(`asked${opened.email}`);
    page = await openAsHolder(browser, { id, client, email: "" }, { width: 1440 });
    await page.getByRole("link", { name: "Delete this draft" }).filter({ visible: true }).click();
    await pressTwice(page, "Delete my draft", trouble, /\.data/);
    await expect(page.getByText("Your draft has been deleted")).toBeVisible();
  });

  test("an unsent start of the first application keeps its values, and sent again creates one application", async () => {
    const email = `first${opened.email}`;
    page = await openPage(browser, `${app.url}/apply?service=bahamian-evisa`);
    // Its form's script is there.
    await expect(page.getByRole("button", { name: "Start Application" })).toBeDisabled();
    await fillEmail(page.getByLabel("Email address"), email);
    await page.getByLabel(/I agree to the/).check();
    await pressTwice(page, "Start Application", trouble);
    await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();
    const rows = await app.query("select id from visa_applications where user_email = $1", [email]);
    expect(rows).toHaveLength(1);
  });

  test("[N-EMAIL-5] an unsent request for another email on a case's page keeps the email and the other typed text", async () => {
    page = await openAsHolder(browser, opened);
    const message = page.getByLabel("Your message");
    await message.fill("I come on Monday.");
    await page.getByText("Change email").first().click();
    const input = page.getByLabel("New email address");
    await fillEmail(input, "other@mail.example");
    await pressTwice(page, "Change email", trouble);
    await expect(page.getByText("takes effect once the link that we sent there is used")).toBeVisible();
    await expect(input).toHaveValue("");
    await expect(message).toHaveValue("I come on Monday.");
  });
});

test("[N-BEGIN-3] starting an application for a visa that became unavailable creates none, with a service or without", async () => {
  const email = `gone${opened.email}`;
  const setAvailable = (available: boolean) =>
    app.query("update visa_services set is_active = $1 where slug = 'uae-tourist-visa'", [available]);
  page = await openPage(browser, `${app.url}/apply?service=uae-tourist-visa`);
  await expect(page.getByRole("button", { name: "Start Application" })).toBeDisabled();
  await fillEmail(page.getByLabel("Email address"), email);
  await page.getByRole("radio").first().check();
  await page.getByLabel(/I agree to the/).check();
  await setAvailable(false);
  try {
    await page.getByRole("button", { name: "Start Application" }).click();
    const unavailableMessage = page.getByText("We no longer offer this visa");
    await expect(unavailableMessage).toBeVisible();
    await pressTwice(page, "Start Application", troubles[0]);
    await expect(unavailableMessage).toBeVisible();
    expect(await app.query("select id from visa_applications where user_email = $1", [email])).toEqual([]);
  } finally {
    await setAvailable(true);
  }
});

test("a form whose next page's script fails to load opens that page and is not sent again", async () => {
  page = await openPage(browser, "about:blank");
  await page.context().addCookies(cookiesOf(opened.client));
  // A part of the error pages, too, which are fetched ahead: it will not be asked for again.
  const part = "**/assets/error-pages-*";
  await page.route(part, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("error-pages"));
  await page.goto(`${app.url}/apply/${opened.id}/again?for=family`);
  await failed;
  await page.unroute(part);
  await page.getByRole("button", { name: "Start application" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(opened.id));
  expectScriptErrors(/Error loading route module|Failed to fetch dynamically imported module/);
});
