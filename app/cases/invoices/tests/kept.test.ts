import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { ownDataFile } from "~/privacy/copies/own-data.server";
import { eraseApplicationRows } from "~/privacy/erasure/erase-rows.server";
import { findRestricted, readRestrictedData } from "~/privacy/restricted/open-restricted.server";
import { moveToRestricted } from "~/privacy/restricted/restrict.server";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase } from "../../fees/desk/tests/invoice-case";

const database = testDatabase();
let staff: StaffContext;
let testCase: InvoiceCase;
let made: { invoice: string; number: string | null };
let note: { number: string | null };
/** A case with an invoice that a credit note voids, and one that is open. */
beforeAll(async () => {
  staff = await staffMember(database);
});
beforeEach(async () => {
  await database.query("delete from kept_invoices");
  testCase = await InvoiceCase.of(database, staff);
  const voided = await testCase.invoiced();
  const result = await testCase.void(voided.invoice, "Another name");
  if (!result.ok) throw new Error("The invoice was not voided");
  note = result;
  made = await testCase.invoiced({ note: "A note that is erased" });
  await testCase.pay("85.00", { invoice: made.invoice });
  await database.query(
    `insert into pay_links (invoice_id, application_id, url, host, amount, admin_email)
     values ($1, $2, 'https://pay.example.com/abc', 'pay.example.com', 300, 'a@b.example')`,
    [made.invoice, testCase.id],
  );
});

const keptRows = () => database.query("select * from kept_invoices order by kind desc, number");

test("[M-KEEP-1] an erasure keeps numbers, kinds, days, amounts and VAT of invoices and credit notes, without a gap", async () => {
  await db.transaction((tx) => eraseApplicationRows(tx, testCase.id, { inquiryId: null }));
  const row = { amount: "385.00", vat: "0.00" };
  const kept = await keptRows();
  expect(kept).toMatchObject([
    { ...row, kind: "invoice" },
    { ...row, kind: "invoice", number: made.number },
    { ...row, kind: "credit_note", number: note.number },
  ]);
  expect(Object.keys(kept[0] ?? {}).toSorted()).toEqual(["amount", "day", "kind", "number", "vat"]);
  const [days] = await database.query("select min(day)::text as first, max(day)::text as last from kept_invoices");
  expect(days).toEqual({ first: nassauDay(), last: nassauDay() });
  for (const table of ["invoices", "open_invoices", "pay_links"])
    expect(await database.query(`select from ${table} where application_id = $1`, [testCase.id]), table).toEqual([]);
  expect(await database.query("select from invoice_lines where invoice_id = $1", [made.invoice])).toEqual([]);
  const next = await InvoiceCase.of(database, staff);
  const last = Number(made.number?.slice(-6));
  expect((await next.invoiced()).number).toBe(made.number?.replace(/\d{6}$/, String(last + 1).padStart(6, "0")));
});

test("[M-KEEP-1] the copy of a person's data has the invoices, credit notes and pay links", async () => {
  const found = await findApplication(testCase.id);
  if (!found) throw new Error("The application was not found");
  const copy = JSON.parse((await ownDataFile(found.application)).toString("utf8"));
  expect(copy.invoices).toMatchObject([
    {
      ...{ number: made.number, total: "385.00", invoicedTo: ["Maria Santos", "Bay Street 1", "Nassau"] },
      ...{ note: "A note that is erased", paidByNow: "85.00", open: "300.00", isVoid: false, creditNote: null },
    },
    { isVoid: true, creditNote: { number: note.number, voids: { reason: "Another name" } } },
  ]);
  expect(copy.payLinks).toMatchObject([
    { invoice: made.number, link: "https://pay.example.com/abc", amount: "300.00", endedAt: null },
  ]);
});

test("[M-KEEP-1] a restricted case's file has its invoices, and their numbers stay in the books", async () => {
  await db.transaction((tx) => moveToRestricted(tx, testCase.id, { until: "2099-01-01", inquiryId: null }));
  const data = await readRestrictedData((await findRestricted(testCase.id))?.dataDocumentId ?? "");
  expect(data.invoices).toMatchObject([
    { title: "Invoice", number: made.number, total: "385.00", creditNote: null },
    { title: "Invoice", creditNote: { number: note.number } },
  ]);
  expect(await keptRows()).toHaveLength(3);
});
