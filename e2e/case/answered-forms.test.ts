import type { Page } from "@playwright/test";
import { afterEach, beforeEach, test } from "vitest";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { type Case, openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let opened: Case;
let page: Page;
// What the page of a case says, and where its focus is, once a form was answered.
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  opened = await submittedCase(app);
});
afterEach(() => close(page));

const press = (name: string) => page.getByRole("button", { name }).press("Enter");
const withdraw = () => opened.client.post(`/apply/${opened.id}/withdraw`, { reason: "No trip" });

test("[C-WD-1] taking back a withdrawal request shows a focused confirmation", async () => {
  await withdraw();
  page = await openAsHolder(browser, opened);
  await press("Take back my request");
  const notice = page.getByRole("status").filter({ hasText: "You’ve taken back your request to withdraw." });
  await expect(notice).toBeFocused();
  await expectAccessible(page);
});

test("[C-WD-2] taking back a withdrawal request that was already answered shows a focused message", async () => {
  await withdraw();
  page = await openAsHolder(browser, opened);
  // The page has not heard of it.
  await page.route("**/changes", (route) => route.abort());
  await app.query("update visa_applications set withdrawal_requested_at = null, status = 'withdrawn' where id = $1", [
    opened.id,
  ]);
  await press("Take back my request");
  const notice = page.getByRole("alert").filter({ hasText: "We have answered your request already" });
  await expect(notice).toBeFocused();
  await expectAccessible(page);
});

test("[N-EMAIL-10] keeping the current email shows a confirmation and no longer asks to use the link", async () => {
  page = await openAsHolder(browser, opened);
  await page.getByText("Change email").first().click();
  await page.getByLabel("New email address").fill("other@mail.example");
  await press("Change email");
  const refusal = page.getByText("Please use the link that we sent to the new address.");
  await expect(refusal).toBeVisible();
  await press(`Keep ${opened.email}`);
  await expect(page.getByText("takes effect once the link that we sent there is used")).toHaveCount(0);
  await expect(refusal).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "The change was canceled." })).toBeFocused();
  await expectAccessible(page);
});

test("[N-EMAIL-5] an email typed while another one is being sent stays, and so does the focus", async () => {
  page = await openAsHolder(browser, opened);
  await page.goto(`${app.url}/apply/${opened.id}/email`);
  const sent = Promise.withResolvers<void>();
  await page.route("**/email/change", async (route) => {
    await sent.promise;
    await route.continue();
  });
  const input = page.getByLabel("New email address");
  await input.fill("mistyped@mail.example");
  await input.press("Enter");
  await input.fill("right@mail.example");
  sent.resolve();
  await expect(page.getByText("Please use the link that we sent to the new address.")).toBeVisible();
  await expect(input).toHaveValue("right@mail.example");
  await expect(input).toBeFocused();
});
