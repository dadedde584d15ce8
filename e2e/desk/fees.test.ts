import type { Page } from "@playwright/test";
import { beforeEach, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, openEditor } from "../../test/harness/browser/desk-browser";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let holder: HttpClient;
let id = "";
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  holder = new HttpClient(app);
  id = await holder.start("fees.page@mail.example", { service });
  await holder.fillIn(id);
  await holder.submit(id);
});

const desk = () => openDesk(browser, app, `/admin/applications/${id}`);
const fees = (page: Page) => page.getByRole("region", { name: "Fees" });
const ledger = (page: Page) => fees(page).getByRole("table");
/** Opens a form of the ledger and returns it. */
async function form(page: Page, title: string) {
  const details = fees(page)
    .getByRole("group")
    .filter({ has: page.getByText(title, { exact: true }) });
  await details.getByText(title, { exact: true }).click();
  return details;
}

test("[C-BOTH-3, C-FEE-2] an error is shown at its field with the typed value, and the screen stays accessible", async () => {
  const page = await desk();
  const payment = await form(page, "Record a payment");
  await payment.getByLabel("Amount in US dollars").fill("0");
  await payment.getByLabel("Reference").fill("Deposit");
  await payment.getByRole("button", { name: "Record" }).click();
  await expect(payment.getByText("Enter an amount such as 185.00.")).toBeVisible();
  await expect(payment.getByText("Choose how it was paid.")).toBeVisible();
  await expect(payment.getByLabel("Reference")).toHaveValue("Deposit");
  const charge = await form(page, "Add a charge");
  await charge.getByRole("button", { name: "Record" }).click();
  await expect(charge.getByText("Enter a name of 1 to 120 characters.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  // A form keeps what is typed while another is answered.
  await expect(payment.getByLabel("Reference")).toHaveValue("Deposit");
  await close(page);
});

test("[C-FEE-4] a payment is shown in the ledger at once and announced, and its form is empty again", async () => {
  const page = await desk();
  await openEditor(page, "Write a note");
  await page.getByLabel("New note").fill("Half written");
  const payment = await form(page, "Record a payment");
  await payment.getByLabel("Amount in US dollars").fill("185.00");
  await payment.getByLabel("How it was paid").selectOption("Card");
  await payment.getByRole("button", { name: "Record" }).click();
  await expect(fees(page).getByRole("status")).toHaveText("Recorded. The receipt goes out in ten seconds.");
  await expect(ledger(page).getByRole("row", { name: /^Balance/ })).toContainText("$200.00");
  await expect(page.getByText("Record a payment", { exact: true })).toBeFocused();
  await expect(page.getByLabel("New note")).toHaveValue("Half written");
  await form(page, "Record a payment");
  await expect(payment.getByLabel("Amount in US dollars")).toHaveValue("");
  await expect(page.getByRole("complementary").getByText("$185.00 of $385.00")).toBeVisible();
  await close(page);
});

test("[F-DESK-1] an overpayment and a refund ask for confirmation in their form, and Yes records them", async () => {
  const page = await desk();
  const payment = await form(page, "Record a payment");
  await payment.getByLabel("Amount in US dollars").fill("1,800.00");
  await payment.getByLabel("How it was paid").selectOption("Card");
  await payment.getByRole("button", { name: "Record" }).click();
  await expect(payment.getByRole("alert")).toHaveText("This is $1,415.00 more than is open. Is $1,800.00 right?");
  await expectAccessibleAtBoth(page);
  await payment.getByRole("button", { name: "Yes, record it" }).click();
  await expect(fees(page).getByText("The applicant has paid $1,415.00 too much.")).toBeVisible();
  const refund = await form(page, "Record a refund");
  await refund.getByLabel("Amount in US dollars").fill("1,500.00");
  await refund.getByLabel("How it was paid back").selectOption("Cash");
  await refund.getByRole("button", { name: "Record" }).click();
  await refund.getByRole("radio", { name: /^The price falls by \$85\.00/ }).check();
  await expectAccessibleAtBoth(page);
  await refund.getByRole("button", { name: "Yes, record it" }).click();
  await expect(ledger(page).getByRole("row", { name: /^Credit on the fees/ })).toContainText("−$85.00");
  await expect(fees(page).getByText("The applicant has paid everything due to us.")).toBeVisible();
  const charge = await form(page, "Add a charge");
  await charge.getByLabel("What it is for").fill("Biometrics");
  await charge.getByLabel("Amount in US dollars").fill("85");
  await charge.getByLabel("Paid to").selectOption("An authority, directly");
  await charge.getByRole("button", { name: "Record" }).click();
  const apart = fees(page).getByRole("table", { name: "Paid to an authority directly, not to us" });
  await expect(apart.getByRole("row", { name: /^Biometrics/ })).toContainText("$85.00");
  await expectAccessibleAtBoth(page);
  if (process.env.SHOTS)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 1200 });
      await fees(page).scrollIntoViewIfNeeded();
      await fees(page).screenshot({ path: `${process.env.SHOTS}/fees-${width}.png` });
    }
  await close(page);
});

test("[C-FEE-6, C-FEE-9] staff set a charge's refund deadline, and a reversal asks for confirmation", async () => {
  const page = await desk();
  const row = ledger(page).getByRole("row", { name: /Our fee/ });
  await row.getByText("Change the refund deadline of Our fee").click();
  await row.getByLabel("Refundable until").fill("2099-05-01");
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText("Refundable until May 1, 2099")).toBeVisible();
  await row.getByRole("link", { name: "Reverse Our fee" }).click();
  await expect(page.getByRole("heading", { name: "Reverse this entry?" })).toBeVisible();
  await page.getByRole("button", { name: "Reverse entry" }).click();
  await expect(page.getByText("Say why this entry is wrong.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await page.getByLabel("Reason").fill("Charged twice.");
  await page.getByRole("button", { name: "Reverse entry" }).click();
  await expect(ledger(page).getByRole("row", { name: /^Balance/ })).toContainText("$185.00");
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[C-BOTH-3, C-FEE-5] the case page with its ledger is accessible, and says when nothing is due", async () => {
  const context = await openContext(browser);
  await context.addCookies([...holder.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${id}`);
  await expect(fees(page).getByText("$385.00 is due to us.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await app.query("delete from ledger_entries where application_id = $1", [id]);
  await app.query("update visa_applications set total_amount_due = 0 where id = $1", [id]);
  await page.reload();
  await expect(fees(page).getByText("There is nothing to pay at the moment.")).toBeVisible();
  await close(page);
});
