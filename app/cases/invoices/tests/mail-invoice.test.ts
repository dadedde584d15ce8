import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { attachmentsOf } from "~/mail/attached/attachments.server";
import { sendAgain } from "~/mail/outbox.server";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase } from "../../fees/desk/tests/invoice-case";
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

test("[M-INV-7] without an email address none is sent, which staff are told, and another case gets no PDF", async () => {
  const testCase = await InvoiceCase.of(database, staff);
  await database.query("update visa_applications set user_email = '' where id = $1", [testCase.id]);
  const made = await testCase.invoiced();
  expect(made.mailed).toBe(false);
  expect(await mailsOf(testCase)).toEqual([]);
  const other = await InvoiceCase.of(database, staff);
  expect(await attachmentsOf("invoice", other.id, { invoiceNumber: made.number })).toEqual([]);
});
