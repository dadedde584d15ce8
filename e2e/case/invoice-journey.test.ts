import type { Page } from "@playwright/test";
import type { Email } from "postal-mime";
import { expect as same, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { openAsHolder } from "../../test/harness/case/opened-case";
import { letUndoPass } from "../../test/harness/desk/undo";
import { mailsTo } from "../../test/harness/fakes/mails";
import { HttpClient } from "../../test/harness/http-client";
import { textOf } from "../../test/harness/pdf-text";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const email = "invoice-journey@mail.example";
const app = await sharedApp();
const browser = await sharedBrowser();

const status = (desk: Page) => desk.getByRole("region", { name: "Fees" }).getByRole("status");
/** The invoice with this text, in the list of either side. */
const invoice = (page: Page, text: string | RegExp) =>
  page
    .getByRole("region", { name: /^Invoices?$/ })
    .getByRole("listitem")
    .filter({ hasText: text });

function pdfTextOf(mail: Email | undefined): string {
  const [file] = mail?.attachments ?? [];
  same(file?.mimeType).toBe("application/pdf");
  return textOf(Buffer.from(file?.content as ArrayBuffer)).join("\n");
}

async function addCharge(desk: Page, name: string, amount: string): Promise<void> {
  const form = desk.getByRole("group").filter({ hasText: "Add a charge" });
  await form.getByText("Add a charge", { exact: true }).click();
  await form.getByLabel("What it is for").fill(name);
  await form.getByLabel("Amount in US dollars").fill(amount);
  await form.getByRole("button", { name: "Record" }).click();
  await expect(desk.getByRole("row", { name: new RegExp(`^${name}`) })).toBeVisible();
}

async function makeInvoice(desk: Page): Promise<void> {
  await desk.getByRole("link", { name: "Make an invoice" }).click();
  await desk.getByRole("button", { name: "Make invoice" }).click();
  await expect(status(desk)).toHaveText("Invoice made. The applicant has been emailed.");
}

async function recordPayment(desk: Page, amount: string): Promise<void> {
  const form = desk.getByRole("group").filter({ hasText: "Record a payment" });
  await form.getByText("Record a payment", { exact: true }).click();
  await form.getByLabel("Amount in US dollars").fill(amount);
  await form.getByLabel("How it was paid").selectOption("Cash");
  await form.getByRole("button", { name: "Record" }).click();
}

test("[M-INV-7, M-INV-8, M-INV-10] an invoice is made, mailed with its PDF and paid in two parts, and another one is voided by a credit note", async () => {
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const client = new HttpClient(app);
  const id = await client.start(email, { service });
  await client.fillIn(id);
  same((await client.submit(id)).outcome.kind).toBe("submitted");
  const desk = await openDesk(browser, app, `/admin/applications/${id}/fees`);
  await makeInvoice(desk);
  const [mail] = await mailsTo(app, email, "invoice", 1);
  const [, number = ""] = /(LI-\d{4}-\d{6})/.exec(mail?.subject ?? "") ?? [];
  same(mail?.text).toContain("$385.00");
  const pdf = pdfTextOf(mail);
  for (const text of [number, "Our fee", "Government fee", "$385.00"]) same(pdf).toContain(text);

  // Paid in two parts.
  await recordPayment(desk, "185.00");
  await expect(invoice(desk, number)).toContainText("Partly paid");
  await expect(invoice(desk, number)).toContainText("$200.00 open");
  await letUndoPass(app);
  const page = await openAsHolder(browser, { id, client, email }, { folded: true });
  await expect(invoice(page, number)).toContainText("$200.00 open");
  await recordPayment(desk, "200.00");
  await expect(invoice(desk, number).getByText("Paid", { exact: true })).toBeVisible();
  await expect(invoice(desk, number)).not.toContainText("open");

  // Another one, voided.
  await addCharge(desk, "Courier", "15.00");
  await makeInvoice(desk);
  await expect(invoice(desk, "$15.00")).toContainText("Open");
  await invoice(desk, "$15.00").getByRole("link", { name: /^Void/ }).click();
  await desk.getByLabel("Reason").fill("It was a gift.");
  await desk.getByRole("button", { name: "Void invoice" }).click();
  await expect(status(desk)).toHaveText("Invoice voided. The applicant has been emailed.");
  const [credit] = await mailsTo(app, email, "credit_note", 1);
  const creditPdf = pdfTextOf(credit);
  for (const text of [/LC-\d{4}-\d{6}/, /It was a gift\./, /\$15\.00/]) same(creditPdf).toMatch(text);
  await expectAccessibleAtBoth(desk);

  await letUndoPass(app);
  await page.reload();
  await expect(invoice(page, number).getByText("Paid", { exact: true })).toBeVisible();
  await expect(invoice(page, "$15.00")).toContainText(/Void.+Voided by credit note LC-\d{4}-\d{6}: It was a gift\./);
  await expectAccessibleAtBoth(page);
  // On a wide screen the fees are a narrow column.
  await page.getByText("Charges and payments").click();
  const isInside = () =>
    page.getByRole("table").evaluate((table) => {
      const edge = table.closest("details")?.getBoundingClientRect().right ?? 0;
      return table.getBoundingClientRect().right <= edge + 1;
    });
  await expect.poll(isInside).toBe(true);
  await close(page);
  await close(desk);
});
