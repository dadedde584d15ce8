import type { Page } from "@playwright/test";
import { beforeEach, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk } from "../../test/harness/browser/desk-browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let id = "";
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const holder = new HttpClient(app);
  id = await holder.start("invoices@mail.example", { service });
  await holder.fillIn(id);
  await holder.submit(id);
});

const fees = (page: Page) => page.getByRole("region", { name: "Fees" });
const status = (page: Page) => fees(page).getByRole("status");
const row = (page: Page, name: RegExp) => fees(page).getByRole("row", { name });
const openFees = (options?: Parameters<typeof openDesk>[3]) =>
  openDesk(browser, app, `/admin/applications/${id}/fees`, options);
const number = /LI-\d{4}-\d{6}/;

async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
  }
}

test("[M-INV-1] without a script, errors are at their fields, nothing typed is lost, and the invoice is made", async () => {
  const page = await openFees({ javaScriptEnabled: false });
  await page.getByRole("link", { name: "Make an invoice" }).click();
  await expect(page.getByRole("heading", { name: "Make an invoice" })).toBeVisible();
  for (const name of ["Our fee, $200.00", "Government fee, $185.00"])
    await expect(page.getByRole("checkbox", { name })).toBeChecked();
  await expect(page.getByLabel("Invoiced to")).toHaveValue(/^\S.*\n.+/);
  await page.getByRole("checkbox", { name: /Our fee/ }).uncheck();
  await page.getByRole("checkbox", { name: /Government fee/ }).uncheck();
  await page.getByLabel("Invoiced to").fill("Card 4111 1111 1111 1111");
  await page.getByLabel("Due date").evaluate((input: HTMLInputElement) => {
    input.removeAttribute("min");
    input.value = "2020-01-01";
  });
  await page.getByLabel("Note on the invoice").fill("Please pay soon.");
  await page.getByRole("button", { name: "Make invoice" }).click();
  await expect(page.getByText("Choose at least one charge.")).toBeVisible();
  await expect(page.getByText("Please do not enter card numbers here.")).toBeVisible();
  await expect(page.getByText("Choose today or a later day, at most a year ahead.")).toBeVisible();
  await expect(page.getByLabel("Note on the invoice")).toHaveValue("Please pay soon.");
  await expect(page.getByLabel("Invoiced to")).toHaveValue("Card 4111 1111 1111 1111");
  await shoot(page, "make-errors");
  await page.getByRole("checkbox", { name: /Our fee/ }).check();
  await page.getByLabel("Invoiced to").fill("Maria Santos\nBay Street 1\nNassau");
  await page.getByLabel("Due date").evaluate((input: HTMLInputElement) => {
    input.value = input.max;
  });
  await page.getByRole("button", { name: "Make invoice" }).click();
  await expect(status(page)).toHaveText("Invoice made. The applicant has been emailed.");
  await expect(row(page, /^Our fee/)).toContainText(/On LI-\d{4}-\d{6}/);
  await page.getByRole("link", { name: "Make an invoice" }).click();
  await page.getByRole("button", { name: "Make invoice" }).click();
  await page.getByRole("link", { name: "Make an invoice" }).click();
  await expect(page.getByText("There is nothing to invoice.")).toBeVisible();
  await shoot(page, "make-nothing");
  await close(page);
});

test("[M-INV-8, M-INV-10] a payment names its invoice, the rest is assigned later, and reversals ask first", async () => {
  const page = await openFees();
  await page.getByRole("link", { name: "Make an invoice" }).click();
  await shoot(page, "make");
  await page.getByRole("checkbox", { name: /Government fee/ }).uncheck();
  await page.getByRole("button", { name: "Make invoice" }).click();
  await expect(status(page)).toHaveText("Invoice made. The applicant has been emailed.");

  const payment = fees(page).getByRole("group").filter({ hasText: "Record a payment" });
  await payment.getByText("Record a payment", { exact: true }).click();
  await expect(payment.getByLabel("Invoice")).toHaveText(/LI-\d{4}-\d{6}, \$200\.00 open/);
  await payment.getByLabel("Amount in US dollars").fill("385.00");
  await payment.getByLabel("How it was paid").selectOption("Card");
  await payment.getByRole("button", { name: "Record" }).click();
  await expect(payment.getByRole("alert")).toHaveText(
    /^This is \$185\.00 more than is open on LI-\d{4}-\d{6}\. Is \$385\.00 right\?$/,
  );
  await expectAccessibleAtBoth(page);
  await shoot(page, "payment");
  await payment.getByRole("button", { name: "Yes, record it" }).click();
  await expect(row(page, /^Payment/)).toContainText(/\$200\.00 on LI-\d{4}-\d{6} · \$185\.00 on no invoice/);
  await expect(fees(page).getByText("$185.00 of the money is on no invoice.")).toBeVisible();

  await page.getByRole("link", { name: "Make an invoice" }).click();
  await page.getByRole("button", { name: "Make invoice" }).click();
  await row(page, /^Payment/)
    .getByText("Assign to an invoice")
    .click();
  await shoot(page, "assign");
  await row(page, /^Payment/)
    .getByRole("button", { name: "Assign $185.00" })
    .click();
  await expect(row(page, /^Payment/).getByText("Choose an invoice.")).toBeVisible();
  await row(page, /^Payment/)
    .getByLabel("Invoice")
    .selectOption({ index: 1 });
  await row(page, /^Payment/)
    .getByRole("button", { name: "Assign $185.00" })
    .click();
  await expect(fees(page).getByText("is on no invoice")).toHaveCount(0);
  await expectAccessibleAtBoth(page);
  await shoot(page, "fees");

  await row(page, /^Our fee/)
    .getByRole("link", { name: "Reverse Our fee" })
    .click();
  await expect(page.getByRole("alert")).toHaveText(
    /^This charge is on invoice LI-\d{4}-\d{6}, which a credit note will void\. Go on\?$/,
  );
  await expectAccessibleAtBoth(page);
  await shoot(page, "reverse");
  await page.getByLabel("Reason").fill("Charged twice.");
  await page.getByRole("button", { name: "Reverse entry and void invoice" }).click();
  await expect(row(page, /^Payment/)).toContainText("$200.00 on no invoice");
  await close(page);
});

test("[M-INV-10] staff void an invoice with a reason, and its charges can be invoiced again", async () => {
  const page = await openFees();
  await page.getByRole("link", { name: "Make an invoice" }).click();
  await page.getByRole("button", { name: "Make invoice" }).click();
  await expect(row(page, /^Our fee/)).toContainText(number);
  const [invoice] = await app.query<{ id: string }>("select id from invoices where application_id = $1", [id]);
  await page.goto(`${app.url}/admin/applications/${id}/invoices/${invoice?.id}/void`);
  await page.getByRole("button", { name: "Void invoice" }).click();
  await expect(page.getByText("Say why this invoice is wrong.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await shoot(page, "void");
  await page.getByLabel("Reason").fill("A wrong name.");
  await page.getByRole("button", { name: "Void invoice" }).click();
  await expect(status(page)).toHaveText("Invoice voided. The applicant has been emailed.");
  await expect(row(page, /^Our fee/)).not.toContainText(number);
  await close(page);
});

test("[M-LINK-1, M-LINK-2] staff add a pay link, read that it was mailed, and the form is empty again", async () => {
  await app.query("insert into site_settings (key, value) values ('pay_link_hosts', '[\"pay.example.com\"]')");
  const page = await openFees();
  await page.getByRole("link", { name: "Make an invoice" }).click();
  await page.getByRole("button", { name: "Make invoice" }).click();
  await page.getByRole("link", { name: /^Pay links of LI-/ }).click();
  await page.getByLabel("Link to the payment page").fill("https://pay.example.com/i/1");
  await page.getByLabel("Amount in US dollars").fill("100.00");
  await page.getByRole("button", { name: "Add the link and email it" }).click();
  const added = page.getByRole("status").filter({ hasText: "Link added. The applicant has been emailed." });
  await expect(added).toBeVisible();
  await expect(page.getByRole("region", { name: "Shown to the applicant" })).toContainText(
    "$100.00 at pay.example.com",
  );
  await expect(page.getByLabel("Link to the payment page")).toHaveValue("");
  await expect(page.getByLabel("Amount in US dollars")).toHaveValue("385.00");
  await expectAccessibleAtBoth(page);
  await shoot(page, "pay-links");

  await page.goto(`${app.url}/admin/applications/${id}/fees`);
  const named = /The applicant sees “Pay \$100\.00 for invoice LI-\d{4}-\d{6} at pay\.example\.com”\./;
  await expect(fees(page).getByText(named)).toBeVisible();
  await expect(fees(page).locator("a[href^='https://pay.example.com']")).toHaveCount(0);
  await close(page);
});
