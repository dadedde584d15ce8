import { afterAll, describe, expect as same, test } from "vitest";
import { expect, expectAccessible, expectToFit } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
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
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const page = await openDesk(browser, app, "/admin", phone);
afterAll(() => close(page));

const inMain = () => page.locator("#main");

/** How much wider a select is within than the text that it shows, in CSS pixels. */
async function spareRoom(select: Element): Promise<number> {
  if (!(select instanceof HTMLSelectElement)) throw new Error("no select");
  const style = getComputedStyle(select);
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) throw new Error("no canvas");
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  // The fallback font is wider.
  await document.fonts.ready;
  const within = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  return within - canvas.measureText(select.selectedOptions[0]?.text ?? "").width;
}

describe("[K-ROWS-6] a working day on a phone without sideways scrolling", () => {
  test("an admin goes from Today to an inquiry and answers it", async () => {
    await expectToFit(page);
    await inMain()
      .getByRole("link", { name: /^Person 1/ })
      .tap();
    await page.getByRole("textbox", { name: "Reply" }).fill("Good day, it takes ten days.");
    await expectToFit(page);
    await page.getByRole("button", { name: "Send reply" }).tap();
    await expect(page.getByRole("listitem").filter({ hasText: "Good day, it takes ten days." })).toBeVisible();
    await expectToFit(page);
  });

  test("an admin goes by the menu to the list and a case and sets its next status", async () => {
    await page.getByText("Menu", { exact: true }).tap();
    await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Applications" }).tap();
    await page.waitForURL(/\/admin\/applications$/);
    await expectToFit(page);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const status = page.getByRole("combobox", { name: `Status of ${number}` });
      // It is as wide as its text: less than a pixel is a rounding.
      same(await status.evaluate(spareRoom)).toBeGreaterThan(-1);
    }
    await page.getByRole("link", { name: `View ${number}` }).tap();
    await expect(page.getByRole("dialog", { name: number })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Assign to me" }).tap();
    await expect(page.getByRole("button", { name: "Assign to me" })).toHaveCount(0);
    await page.getByLabel("New status").selectOption("under_review");
    await page.getByRole("button", { name: "Update Status" }).tap();
    await expect(page.getByRole("alert").filter({ hasText: "Status updated successfully!" })).toBeVisible();
    const [row] = await app.query("select status from visa_applications where id = $1", [theCase.id]);
    same(row).toEqual({ status: "under_review" });
    await expectToFit(page);
  });

  test("an admin opens the palette by its button and goes to the reports", async () => {
    await page.getByRole("button", { name: "Find" }).tap();
    const palette = page.getByRole("dialog", { name: "Find anything" });
    await palette.getByRole("combobox", { name: "Find" }).fill("reports");
    await expectToFit(page);
    await palette.getByRole("option", { name: /^Reports/ }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
    await expectToFit(page);
  });
});
