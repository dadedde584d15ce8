import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { readMail } from "~/desk/mails/log.server";
import { attachmentsOf } from "~/mail/attached/attachments.server";
import { sendAgain } from "~/mail/outbox.server";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase } from "../../fees/desk/tests/invoice-case";
import { addPayLink } from "../desk/add-pay-link.server";
import { invoicePdf } from "../invoice-pdf.server";
import { readInvoiceFacts, registerInvoiceMails } from "../mail-invoice.server";

const database = testDatabase();
let staff: StaffContext;
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
  registerInvoiceMails();
});

type Mail = { id: string; kind: string; data: Record<string, string> };
const mailsOf = (testCase: InvoiceCase) =>
  database.query<Mail>(
    `select id, email_type as kind, template_data as data from email_notifications
     where application_id = $1 order by created_at, id`,
    [testCase.id],
  );

test("[M-INV-7] its mail has the PDF attached, as the page serves it, and can be sent again", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  const { number } = await testCase.invoiced({ dueOn: nassauDay() });
  const [mail] = await mailsOf(testCase);
  expect(mail).toMatchObject({ kind: "invoice", data: { invoiceNumber: number, amount: "$385.00 USD" } });
  const attached = await attachmentsOf("invoice", testCase.id, mail?.data ?? {});
  const facts = await readInvoiceFacts(db, testCase.id, number ?? "");
  if (!facts) throw new Error("The invoice is not stored");
  expect(attached).toEqual([
    { filename: `${number}.pdf`, contentType: "application/pdf", content: await invoicePdf(facts) },
  ]);
  await database.query("update email_notifications set status = 'sent' where id = $1", [mail?.id]);
  expect(await db.transaction((tx) => sendAgain(tx, mail?.id ?? ""))).toMatchObject({ ok: true });
  expect((await mailsOf(testCase)).map(({ kind, data }) => [kind, data])).toEqual([
    ["invoice", mail?.data],
    ["invoice", mail?.data],
  ]);
});

/** What the log says of the last mail of a kind, and what sending it again does. */
async function sentAgain(testCase: InvoiceCase, kind: string) {
  const mail = (await mailsOf(testCase)).findLast((one) => one.kind === kind);
  await database.query("update email_notifications set status = 'sent' where id = $1", [mail?.id]);
  const shown = await readMail(mail?.id ?? "");
  const sent = await db.transaction((tx) => sendAgain(tx, mail?.id ?? ""));
  expect(sent.ok).toBe(shown?.outdated === null);
  if (!sent.ok) expect(sent.message).toBe(shown?.outdated);
  return sent.ok ? (await mailsOf(testCase)).find(({ id }) => id === sent.mailId)?.data : sent.message;
}

test("[M-INV-7] sent again it asks for what is open, and not once the invoice is paid or void", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  const { invoice, number } = await testCase.invoiced();
  await testCase.pay("100.00", { invoice });
  expect(await sentAgain(testCase, "invoice")).toMatchObject({ invoiceNumber: number, amount: "$285.00 USD" });
  await testCase.pay("285.00", { invoice });
  expect(await sentAgain(testCase, "invoice")).toBe(
    `Invoice ${number} is paid, so this email would ask for money again. Its PDF is on the applicant’s page.`,
  );
  await testCase.void(invoice);
  expect(await sentAgain(testCase, "invoice")).toBe(
    `Invoice ${number} is void. Send the email of its credit note again, or make a new invoice on the fees page.`,
  );
  expect(await sentAgain(testCase, "credit_note")).toMatchObject({ invoiceNumber: number });
});

test("[M-INV-7] of an invoice that asked for nothing from the start the mail can be sent again", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  await testCase.pay("385.00");
  const payment = await testCase.last();
  await testCase.invoiced({ payments: [payment.id] });
  expect(await sentAgain(testCase, "invoice")).toMatchObject({ amount: "$0.00 USD" });
});

test("[M-INV-7, M-LINK-2] sent again, the mail of an invoice has the pay link of now, and that of an ended link is refused", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  const { invoice, number } = await testCase.invoiced();
  await database.query(
    `insert into site_settings (key, value) values ('pay_link_hosts', '["pay.example.com"]')
     on conflict (key) do update set value = excluded.value`,
  );
  const add = async (path: string) => {
    const input = { applicationId: testCase.id, invoice, url: `https://pay.example.com/${path}`, amount: "385.00" };
    expect(await addPayLink(staff, { ...input, lastDay: "", attempt: randomUUID() })).toMatchObject({ ok: true });
  };
  await add("first");
  const first = (await mailsOf(testCase)).find(({ kind }) => kind === "pay_link")?.data.payLink;
  expect(await sentAgain(testCase, "invoice")).toMatchObject({ payLink: first });
  expect(await sentAgain(testCase, "pay_link")).toMatchObject({ payLink: first });
  await database.query("update pay_links set ended_at = now(), ended_as = 'withdrawn' where invoice_id = $1", [
    invoice,
  ]);
  expect(await sentAgain(testCase, "pay_link")).toBe(
    `This pay link is no longer shown. Add another one to invoice ${number}, which emails it.`,
  );
  expect(await sentAgain(testCase, "invoice")).toMatchObject({ payLink: null });
});

test("[M-INV-7] without an email address none is sent, which staff are told, and another case gets no PDF", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  await database.query("update visa_applications set user_email = '' where id = $1", [testCase.id]);
  const made = await testCase.invoiced();
  expect(made.mailed).toBe(false);
  expect(await mailsOf(testCase)).toEqual([]);
  const other = await InvoiceCase.of(database, staff);
  expect(await attachmentsOf("invoice", other.id, { invoiceNumber: made.number })).toEqual([]);
});
