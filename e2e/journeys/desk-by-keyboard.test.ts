import type { Locator } from "@playwright/test";
import { afterAll, describe, expect as same, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, press, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { keepUndoOpen } from "../../test/harness/desk/undo";
import { until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const theCase = await submittedCase(app);
await insertInquiries(app, 1, 2);
await app.query("update visa_inquiries set promised_by = now() - interval '1 day' where full_name = 'Person 1'");
const rows = await app.query<{ number: string }>(
  "select application_number as number from visa_applications where id = $1",
  [theCase.id],
);
const number = rows[0]?.number ?? "";
const page = await openDesk(browser, app, "/admin", sized(1440));
afterAll(() => close(page));

/** Presses a key until the focus is there. */
async function pressUntil(key: string, locator: Locator) {
  for (let times = 0; times < 80; times++) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await press(page, key);
  }
  await expect(locator).toBeFocused();
}
const undo = () => page.getByRole("button", { name: "Undo" });
/** Keeps the answer to what the page sends there from it, until the returned is called. */
async function holdRequest(address: string): Promise<() => void> {
  let arrive = () => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === "GET") return route.continue();
    const response = await route.fetch();
    await line;
    await route.fulfill({ response });
  });
  return arrive;
}
const statusOf = async () =>
  (await app.query<{ status: string }>("select status from visa_applications where id = $1", [theCase.id]))[0]?.status;

describe("a working day by keyboard alone", () => {
  test("[K-KEY-5] an admin goes from Today to the longest waiting inquiry and answers it", async () => {
    await pressUntil("j", page.locator("#main").getByRole("link", { name: /^Person 1/ }));
    await press(page, "Enter");
    await expect(page.getByRole("dialog", { name: "Person 1" })).toBeVisible();
    const textbox = page.getByRole("textbox", { name: "Reply" });
    await pressUntil("Tab", textbox);
    await page.keyboard.type("Good day, it takes ten days.");
    await pressUntil("Tab", page.getByRole("button", { name: "Send reply" }));
    await press(page, "Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "Good day, it takes ten days." })).toBeVisible();
    const [row] = await app.query("select status from visa_inquiries where full_name = 'Person 1'");
    same(row).toEqual({ status: "contacted" });
  });

  test("[K-KEY-3, K-KEY-5] the palette opens the case, a goes to its owner, e to its status", async () => {
    await press(page, "Control+k");
    await page.keyboard.type(number);
    await press(page, "Enter");
    await expect(page.getByRole("dialog", { name: number })).toBeVisible();
    await press(page, "a");
    await expect(page.getByLabel("Owner", { exact: true })).toBeFocused();
    await press(page, "Escape");
    await pressUntil("Tab", page.getByRole("button", { name: "Assign to me" }));
    await press(page, "Enter");
    await expect(page.getByLabel("Owner", { exact: true }).locator("option:checked")).toHaveText(admin.email);
    await page.locator("#main").focus();
    await press(page, "e");
    await expect(page.getByLabel("New status")).toBeFocused();
    await press(page, "Escape");
  });

  test("[K-KEY-5, K-KEY-7, K-UNDO-1] e in the list sets the next status, and the undo key reverts it", async () => {
    await press(page, "Control+k");
    await page.keyboard.type("applications");
    await press(page, "Enter");
    await pressUntil("j", page.getByRole("link", { name: `View ${number}` }));
    await press(page, "x");
    await expect(page.getByRole("checkbox", { name: new RegExp(number) })).toBeChecked();
    await press(page, "x", "e");
    const status = page.getByLabel(`Status of ${number}`);
    await expect(status).toBeFocused();
    await press(page, "Escape");
    // One letter: a busy machine takes so long for the next that the browser begins a new word with it.
    await press(page, "U");
    same(await statusOf()).toBe("submitted");
    const arrive = await holdRequest(`**/admin/applications/${theCase.id}/status.data*`);
    await press(page, "Enter");
    await until("the new status", async () => (await statusOf()) === "under_review");
    await keepUndoOpen(app);
    arrive();
    await expect(page.getByRole("status").filter({ has: undo() })).toContainText("Under Review");
    await pressUntil("Tab", page.getByRole("link", { name: `View ${number}` }));
    await press(page, "Control+z");
    await until("the old status", async () => (await statusOf()) === "submitted");
    await expect(undo()).toBeHidden();
  });

  test("[K-UNDO-1] the undo key pressed while a change is being saved waits for that change and undoes nothing older", async () => {
    await page.getByLabel(`Owner of ${number}`).selectOption({ label: "Nobody" });
    await expect(undo()).toBeVisible();
    const arrive = await holdRequest(`**/admin/applications/${theCase.id}/status.data*`);
    const status = page.getByLabel(`Status of ${number}`);
    await status.selectOption({ label: "Under Review" });
    await until("the new status", async () => (await statusOf()) === "under_review");
    await keepUndoOpen(app);
    await expect(status).toHaveAttribute("aria-busy", "true");
    await page.getByRole("link", { name: `View ${number}` }).focus();
    await press(page, "Control+z");
    same(await statusOf()).toBe("under_review");
    arrive();
    await until("the old status", async () => (await statusOf()) === "submitted");
    const of = "select owner_id from visa_applications where id = $1";
    same(await app.query(of, [theCase.id])).toEqual([{ owner_id: null }]);
  });

  test("[K-KEY-3] the palette signs the admin out", async () => {
    await press(page, "Control+k");
    await page.keyboard.type("sign out");
    await press(page, "Enter");
    await page.waitForURL(/\/admin\/login$/);
  });
});
