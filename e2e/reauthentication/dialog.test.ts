import type { Page } from "@playwright/test";
import { afterEach, beforeEach, expect as same, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, goTo, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { type Case, submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const typedReason = "A court asks for it.";
let page: Page;
let openedCase: Case;
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  openedCase = await submittedCase(app);
  page = await openDesk(browser, app, holdPath(), sized(1440));
});
afterEach(() => close(page));

const holdPath = () => `/admin/applications/${openedCase.id}/hold`;
const leaveStale = () => app.query("update session set fresh_at = now() - interval '10 minutes'");
const dialogOf = (tab: Page) => tab.getByRole("dialog", { name: "Confirm that it is you" });
const reason = (tab = page) => tab.getByLabel("Reason for placing it");
const holds = () => app.query("select reason from legal_holds where application_id = $1", [openedCase.id]);
const expectHold = (tab = page) => expect(tab.getByText(/^In place since/)).toBeVisible();
async function placeHold(tab = page) {
  await reason(tab).fill(typedReason);
  await tab.getByRole("button", { name: "Place a legal hold" }).click();
}
async function confirm(tab = page) {
  await dialogOf(tab).getByLabel("Your password").fill(admin.password);
  await dialogOf(tab).getByRole("button", { name: "Confirm", exact: true }).click();
}

test("[V-FRESH-2] Escape leaves the form with its values and without effect, and it can be sent again", async () => {
  await leaveStale();
  await placeHold();
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await expect(reason()).toHaveValue(typedReason);
  same(await holds()).toEqual([]);
  await page.getByRole("button", { name: "Place a legal hold" }).click();
  await confirm();
  await expectHold();
  same(await holds()).toEqual([{ reason: typedReason }]);
});

test("[V-FRESH-2] Back during the reauthentication asks before leaving unsaved text, and staying continues", async () => {
  await goTo(page, app, `/admin/applications/${openedCase.id}`);
  await page.getByRole("link", { name: "Legal hold" }).click();
  await expect(page).toHaveURL(app.url + holdPath());
  await leaveStale();
  await placeHold();
  await expect(dialogOf(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
  // Until it is gone what is typed under it goes nowhere.
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page).toHaveURL(app.url + holdPath());
  await expect(reason()).toHaveValue(typedReason);
  same(await holds()).toEqual([]);
  await confirm();
  await expectHold();
  same(await holds()).toEqual([{ reason: typedReason }]);
});

test("[V-FRESH-1, V-FRESH-2] a reauthentication in one tab continues in the session's other tab without another dialog", async () => {
  const otherTab = await page.context().newPage();
  await goTo(otherTab, app, "/admin/people");
  await leaveStale();
  await placeHold();
  await expect(dialogOf(page)).toBeVisible();
  await otherTab.getByRole("button", { name: "Export this view" }).click();
  const csv = otherTab.waitForEvent("download");
  await confirm(otherTab);
  same((await csv).suggestedFilename()).toMatch(/\.csv$/);
  await page.keyboard.press("Escape");
  same(await holds(), "a confirmation sends nothing of another tab").toEqual([]);
  await page.getByRole("button", { name: "Place a legal hold" }).click();
  await expectHold();
  same(await holds()).toEqual([{ reason: typedReason }]);
});

test("[V-FRESH-2] a session that ends during the reauthentication says so, and after signing in the form is sent as typed", async () => {
  await leaveStale();
  const read = page.waitForResponse("**/admin/session/confirm");
  await placeHold();
  await expect(dialogOf(page)).toBeVisible();
  // What a confirmation takes was read before the session ends; read later, it would say that at once.
  await read;
  await app.query("delete from session");
  await confirm();
  await expect(dialogOf(page).getByRole("alert")).toHaveText("Your session has ended. Please sign in again.");
  await page.keyboard.press("Escape");
  await expect(reason()).toHaveValue(typedReason);
  await page.getByRole("button", { name: "Place a legal hold" }).click();
  const again = page.getByRole("dialog", { name: "Please sign in again" });
  await again.getByLabel("Password").fill(admin.password);
  await again.getByRole("button", { name: "Sign In", exact: true }).click();
  await expectHold();
  same(await holds()).toEqual([{ reason: typedReason }]);
});

test("[V-FRESH-2, V-FRESH-4] revealing hidden answers waits for the reauthentication too, and the page stays in place", async () => {
  await goTo(page, app, `/admin/applications/${openedCase.id}`);
  await leaveStale();
  await page.getByRole("button", { name: "Reveal all hidden answers" }).click();
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByText("RD4471902")).toHaveCount(0);
  await confirm();
  await expect(page.getByText("RD4471902")).not.toHaveCount(0);
  await expect(page).toHaveURL(`${app.url}/admin/applications/${openedCase.id}`);
});
