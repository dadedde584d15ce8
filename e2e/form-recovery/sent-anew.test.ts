import type { Page } from "@playwright/test";
import { afterEach, beforeEach, expect as expectNow, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { inquiryId, inquiryRow, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { holdFirst, question } from "./sending";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from visa_inquiries");
  await insertInquiries(app, 1, 1);
});
afterEach(() => close(page));

const textbox = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
const personRow = async () => inquiryRow(app, await inquiryId(app, "Person 1"));

test("[K-KEEP-3] of two statuses chosen quickly in a row of inquiries the second one is stored", async () => {
  page = await openDesk(browser, app, "/admin/inquiries", sized(1440));
  await holdFirst(page, "reaches the server");
  const status = page.getByLabel("Status of Person 1", { exact: true });
  await status.selectOption("contacted");
  await expect.poll(personRow).toMatchObject({ status: "contacted" });
  await status.selectOption("qualified");
  await expect.poll(personRow).toMatchObject({ status: "qualified" });
  await expect(status).toHaveValue("qualified");
});

test("[K-KEEP-3] of two statuses chosen quickly in a row of cases the second one is stored", async () => {
  const { id } = await submittedCase(app);
  const row = async () =>
    (
      await app.query<{ number: string; status: string }>(
        "select application_number as number, status from visa_applications where id = $1",
        [id],
      )
    )[0];
  const number = (await row())?.number ?? "";
  page = await openDesk(browser, app, `/admin/applications?q=${number}`, sized(1440));
  await holdFirst(page, "reaches the server");
  const status = page.getByLabel(`Status of ${number}`);
  await status.selectOption("under_review");
  await expect.poll(row).toMatchObject({ status: "under_review" });
  await status.selectOption("submitted");
  await expect.poll(row).toMatchObject({ status: "submitted" });
});

test("[K-KEEP-4] a reply whose request was aborted by another form counts as unsent, so leaving asks", async () => {
  page = await openDesk(browser, app, `/admin/inquiries/${await inquiryId(app, "Person 1")}`, sized(1440));
  await textbox("Reply").fill("Dear Person");
  const { sent } = await holdFirst(page, "is lost");
  await press("Send reply");
  await sent;
  await page.getByText("Record an answer").click();
  await textbox("What was said").fill("Rang, no answer.");
  await press("Save the answer");
  await expect(page.getByRole("listitem").filter({ hasText: "Rang, no answer." })).toHaveCount(1);
  await expect(textbox("Reply")).toHaveValue("Dear Person");
  await page.getByRole("link", { name: "Inquiries" }).first().click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await press("Send reply");
  await expect(textbox("Reply")).toHaveValue("");
  const mails = await app.query("select 1 from email_notifications where email_type = 'inquiry_reply'");
  expectNow(mails).toHaveLength(1);
});
