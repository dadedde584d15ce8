import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { nassauDay } from "~/core/time";
import {
  deactivated,
  entry,
  recordOf,
  whileNothingIsInserted,
  withoutChange,
} from "../../../../test/harness/desk/verbs";
import { inDays } from "../../../../test/harness/in-days";
import { draftOf, mailsOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase, invoiceNumbers } from "../../fees/desk/tests/invoice-case";
import { makeInvoice } from "../make-invoice.server";

const database = testDatabase();
const { numberOf, lastNumber } = invoiceNumbers(database);
let staff: StaffContext;
let testCase: InvoiceCase;
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  testCase = await InvoiceCase.of(database, staff);
});
const factsOf = async (of = testCase) => (await of.ledger()).invoices[0]?.facts;

describe("[M-INV-1] an invoice that staff make", () => {
  test("it is over the chosen charges that are due to us, with what was typed, recorded and mailed", async () => {
    await testCase.charge("Visa label", "15.00", { payee: "through_us" });
    await testCase.charge("Biometrics", "85.00", { payee: "directly" });
    const before = await lastNumber("invoice");
    const made = await testCase.invoiced({
      ...{ invoicedTo: "  Maria Santos \n\n Bay Street 1\r\nNassau ", dueOn: inDays(30), note: "Thank you." },
    });
    const number = numberOf("LI", before + 1);
    expect(made).toMatchObject({ number, mailed: true });
    expect(await factsOf()).toMatchObject({
      ...{ title: "Invoice", number, issuedOn: nassauDay(), dueOn: inDays(30), applicationNumber: testCase.number },
      ...{ invoicedTo: ["Maria Santos", "Bay Street 1", "Nassau"], note: "Thank you.", vat: null, voids: null },
      charges: [
        { name: "Fees", amount: "385.00" },
        { name: "Visa label", amount: "15.00" },
      ],
      ...{ total: "400.00", paid: "0.00", toPay: "400.00" },
    });
    expect(await mailsOf(database, testCase)).toEqual([`invoice to ${testCase.email}`]);
    expect((await recordOf(database, testCase.id)).at(-1)).toEqual(
      entry(staff, "invoice_made", "application", {
        ...{ number: testCase.number, invoice: number, amount: "400.00", due: inDays(30) },
      }),
    );
    expect(await testCase.openRows()).toEqual([{ invoice: made.invoice, open: "400.00" }]);
  });

  test("reversed charges, those on a valid invoice and those paid to an authority directly can't be chosen", async () => {
    await testCase.charge("Courier", "20.00");
    const courier = await testCase.last();
    await testCase.charge("Biometrics", "85.00", { payee: "directly" });
    const direct = await testCase.last();
    await testCase.reverse(courier.id);
    for (const charge of [courier.id, direct.id, randomUUID()])
      expect(await withoutChange(database, () => testCase.invoice({ charges: [charge] }))).toMatchObject({
        detail: { charges: "A charge that you chose was reversed or is on another invoice. Check the charges." },
      });
    const [fees] = await testCase.entries();
    await testCase.invoiced({ charges: [fees?.id] });
    expect(await withoutChange(database, () => testCase.invoice({ charges: [fees?.id] }))).toMatchObject({
      reason: "invalid",
    });
    expect((await testCase.ledger()).allocation.charges).toEqual([]);
  });

  test("charges of more than an amount can store are refused, though refunds lowered the price", async () => {
    await testCase.charge("Filing", "60000000.00");
    await testCase.pay("60000000.00");
    await testCase.refund("60000000.00", { price: "falls" });
    expect(await testCase.charge("Filing again", "60000000.00")).toMatchObject({ ok: true });
    expect(await withoutChange(database, () => testCase.invoice())).toMatchObject({
      detail: { charges: "The total is more than we can record." },
    });
  });

  test("each wrong field has its message, and nothing is made", async () => {
    const refused = (fields: object) => withoutChange(database, () => testCase.invoice({ ...fields }));
    expect(await refused({ charges: [], invoicedTo: " \n ", dueOn: inDays(-1), note: "x".repeat(501) })).toMatchObject({
      detail: {
        charges: "Choose at least one charge.",
        invoicedTo: "Enter a name and address of 1 to 300 characters in at most 6 lines.",
        dueOn: "Choose today or a later day, at most a year ahead.",
        note: expect.stringContaining("500 characters"),
      },
    });
    for (const invoicedTo of ["x".repeat(301), "1\n2\n3\n4\n5\n6\n7"])
      expect(await refused({ invoicedTo })).toMatchObject({ detail: { invoicedTo: expect.any(String) } });
    for (const dueOn of ["", "tomorrow", inDays(366)])
      expect(await refused({ dueOn })).toMatchObject({ detail: { dueOn: expect.any(String) } });
    const noCards = "Please do not enter card numbers here.";
    for (const field of ["note", "invoicedTo"])
      expect(await refused({ [field]: "Card 4111 1111 1111 1111" })).toMatchObject({ detail: { [field]: noCards } });
    expect(await testCase.invoice({ dueOn: inDays(365), invoicedTo: "1\n2\n3\n4\n5\n6" })).toMatchObject({ ok: true });
  });

  test("a draft has no invoice, and an admin without permission can't make one", async () => {
    const draft = new InvoiceCase(database, staff, await draftOf(database));
    expect(await withoutChange(database, () => draft.invoice({ charges: [randomUUID()] }))).toMatchObject({
      reason: "closed",
    });
    const inactive = await deactivated(database);
    const [fees] = await testCase.entries();
    const form = { applicationId: testCase.id, attempt: randomUUID(), charges: [fees?.id] };
    expect(await withoutChange(database, () => makeInvoice(inactive, form))).toMatchObject({ reason: "forbidden" });
  });

  test("earlier payments on no invoice count on it, unless they can still be undone", async () => {
    await testCase.pay("100.00");
    const paid = await testCase.last();
    await testCase.recordAnyway("payment", { amount: "50.00", method: "card", paidOn: "2026-11-02" });
    const undoable = await testCase.last();
    expect(await withoutChange(database, () => testCase.invoice({ payments: [undoable.id] }))).toMatchObject({
      detail: { payments: "A payment that you chose has changed. Check the payments." },
    });
    await testCase.invoiced({ payments: [paid.id] });
    expect(await factsOf()).toMatchObject({ total: "385.00", paid: "100.00", toPay: "285.00" });
    expect(await testCase.open()).toEqual([285]);
  });
});

describe("[M-INV-2] numbers of invoices and credit notes", () => {
  test("50 at once on several cases get 50 numbers without a gap or a double, and so do their credit notes", async () => {
    const cases = await Promise.all(Array.from({ length: 5 }, () => InvoiceCase.of(database, staff)));
    const charges = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const of = cases[index % 5] ?? testCase;
        const name = `Extra ${index}`;
        await of.charge(name, "10.00");
        const found = (await of.entries()).find((charge) => charge.name === name);
        return { of, charge: found?.id ?? "" };
      }),
    );
    const before = { invoice: await lastNumber("invoice"), credit_note: await lastNumber("credit_note") };
    const made = await Promise.all(charges.map(({ of, charge }) => of.invoiced({ charges: [charge] })));
    const wanted = (kind: "LI" | "LC", from: number) =>
      Array.from({ length: 50 }, (_, index) => numberOf(kind, from + index + 1));
    expect(made.map(({ number }) => number).toSorted()).toEqual(wanted("LI", before.invoice));
    const notes = await Promise.all(made.map(({ invoice }, index) => (cases[index % 5] ?? testCase).void(invoice)));
    const numbers = notes.map((note) => (note.ok ? (note.number ?? "") : ""));
    expect(numbers.toSorted()).toEqual(wanted("LC", before.credit_note));
  });

  test("a failed one, a repeated one and one of a sample person take no number", async () => {
    const before = await lastNumber("invoice");
    await testCase.invoice({ charges: [] });
    await whileNothingIsInserted(database, "email_notifications", async () => {
      await expect(testCase.invoice()).rejects.toThrow();
    });
    expect(await lastNumber("invoice")).toBe(before);
    const sample = await InvoiceCase.of(database, staff, { is_sample: true });
    expect(await sample.invoiced()).toMatchObject({ number: null, mailed: false });
    expect(await mailsOf(database, sample)).toEqual([]);
    const attempt = randomUUID();
    const [fees] = await testCase.entries();
    const charges = [fees?.id];
    const all = await Promise.all(Array.from({ length: 10 }, () => testCase.invoice({ attempt, charges })));
    expect(new Set(all.map((made) => (made.ok ? made.number : null)))).toEqual(new Set([numberOf("LI", before + 1)]));
    expect(await lastNumber("invoice")).toBe(before + 1);
    expect(await mailsOf(database, testCase)).toEqual([`invoice to ${testCase.email}`]);
  });

  test("the database refuses to change or delete an invoice, and a charge on two valid ones", async () => {
    const { invoice } = await testCase.invoiced();
    for (const change of ["amount = 1", "number = 'LI-1'", "facts = '{}'", "due_on = '2030-01-01'"])
      await expect(database.query(`update invoices set ${change} where id = $1`, [invoice])).rejects.toThrow();
    await expect(database.query("delete from invoices where id = $1", [invoice])).rejects.toThrow("not deleted");
    await expect(
      database.query(
        `with copied as (insert into invoices (application_id, kind, facts, amount, issued_on, due_on, admin_email)
           select application_id, kind, facts, amount, issued_on, due_on, admin_email from invoices where id = $1
           returning id)
         insert into invoice_lines select copied.id, entry_id from copied, invoice_lines where invoice_id = $1`,
        [invoice],
      ),
    ).rejects.toThrow("another valid invoice");
    await database.query("delete from visa_applications where id = $1", [testCase.id]);
    expect(await database.query("select id from invoices where id = $1", [invoice])).toEqual([]);
  });
});

describe("[M-INV-5] VAT", () => {
  const set = (key: string, value: unknown) =>
    database.query(
      "insert into site_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [key, JSON.stringify(value)],
    );

  test("a registered office's invoice states what our own fees contain, and its credit note the same", async () => {
    await testCase.charge("Government fee", "100.01", { payee: "through_us" });
    await testCase.charge("Courier", "14.99");
    await testCase.invoiced();
    expect(await factsOf()).toMatchObject({ title: "Invoice", vat: null });
    const registered = await InvoiceCase.of(database, staff);
    await registered.charge("Government fee", "100.01", { payee: "through_us" });
    await registered.charge("Courier", "14.99");
    for (const [key, value] of [
      ["tin", "100123456"],
      ["vat_percent", "10"],
      ["vat_registered", true],
    ] as const)
      await set(key, value);
    try {
      const { invoice } = await registered.invoiced();
      const vat = { percent: "10", of: "399.99", amount: "36.36" };
      expect(await factsOf(registered)).toMatchObject({
        ...{ title: "VAT invoice", total: "500.00", vat },
        seller: { tin: "100123456" },
      });
      await set("vat_percent", "12.5");
      await registered.void(invoice);
      const [found] = (await registered.ledger()).invoices;
      expect(found).toMatchObject({ vat: "36.36" });
      expect(found?.creditNote).toMatchObject({
        ...{ amount: "500.00", vat: "36.36" },
        facts: { title: "VAT credit note", vat, total: "500.00", toPay: "0.00", dueOn: null },
      });
      await registered.invoiced();
      expect(await factsOf(registered)).toMatchObject({ vat: { percent: "12.5", amount: "44.44" } });
    } finally {
      await set("vat_registered", false);
    }
  });
});

describe("[M-INV-8] payments on invoices", () => {
  const paid = { method: "card", paidOn: "2026-11-02" };

  test("a payment lowers what is open on its invoice, and its reversal opens it again", async () => {
    const { invoice } = await testCase.invoiced();
    await testCase.pay("100.00", { invoice });
    expect(await testCase.open()).toEqual([285]);
    await testCase.pay("285.00", { invoice });
    expect(await testCase.open()).toEqual([0]);
    expect(await testCase.openRows()).toEqual([]);
    await testCase.reverse((await testCase.last()).id);
    expect(await testCase.open()).toEqual([285]);
    expect(await testCase.openRows()).toEqual([{ invoice, open: "285.00" }]);
  });

  test("more than is open on it is asked about, then counts up to that, and the rest on none", async () => {
    await testCase.charge("Courier", "20.00");
    const [fees, courier] = await testCase.entries();
    const { invoice, number } = await testCase.invoiced({ charges: [fees?.id] });
    const first = await withoutChange(database, () =>
      testCase.record("payment", { ...paid, amount: "400.00", invoice }),
    );
    if (!("question" in first)) throw new Error("nothing was asked");
    expect(first.question.text).toBe(`This is $15.00 more than is open on ${number}. Is $400.00 right?`);
    await testCase.pay("400.00", { invoice });
    const { allocation } = await testCase.ledger();
    expect(allocation.unassigned).toBe(1500n);
    // Made later, over the other charge: the rest may pay it.
    const paidEntry = await testCase.last();
    const { invoice: second } = await testCase.invoiced({ charges: [courier?.id] });
    expect(await testCase.assign(paidEntry.id, second)).toMatchObject({ ok: true });
    expect(await testCase.open()).toEqual([5, 0]);
    expect((await testCase.ledger()).allocation.unassigned).toBe(0n);
  });

  test("a payment of another case's, a paid or a void invoice is refused at its field", async () => {
    const other = await InvoiceCase.of(database, staff);
    const foreign = await other.invoiced();
    const { invoice } = await testCase.invoiced();
    const refused = async (chosen: string) =>
      expect(
        await withoutChange(database, () => testCase.record("payment", { ...paid, amount: "1.00", invoice: chosen })),
      ).toMatchObject({ detail: { invoice: "That invoice has changed. Please choose again." } });
    await refused(foreign.invoice);
    await refused(randomUUID());
    await testCase.pay("385.00", { invoice });
    await refused(invoice);
    await testCase.void(invoice);
    await refused(invoice);
  });

  test("money without an invoice is assigned once, and again only after a credit note", async () => {
    await testCase.pay("100.00");
    const payment = await testCase.last();
    const { invoice } = await testCase.invoiced();
    expect(await withoutChange(database, () => testCase.assign(payment.id, ""))).toMatchObject({
      detail: { invoice: "Choose an invoice." },
    });
    expect(await testCase.assign(payment.id, invoice)).toMatchObject({ ok: true });
    expect(await testCase.open()).toEqual([285]);
    expect(await withoutChange(database, () => testCase.assign(payment.id, invoice))).toMatchObject({ ok: true });
    await testCase.charge("Courier", "20.00");
    const { invoice: second } = await testCase.invoiced();
    expect(await withoutChange(database, () => testCase.assign(payment.id, second))).toMatchObject({
      ...{ reason: "conflict", message: "This entry is on an invoice already. Nothing was changed." },
    });
    await expect(
      database.query("update ledger_entries set invoice_id = $2 where id = $1", [payment.id, second]),
    ).rejects.toThrow("immutable");
    await testCase.void(invoice);
    expect((await testCase.ledger()).allocation.unassigned).toBe(10_000n);
    expect(await testCase.assign(payment.id, second)).toMatchObject({ ok: true });
    expect((await testCase.ledger()).allocation.unassigned).toBe(8000n);
  });

  test("a refund of what was paid on an invoice opens it again, or lowers it with the price", async () => {
    const { invoice } = await testCase.invoiced();
    await testCase.pay("385.00", { invoice });
    await testCase.refund("50.00", { invoice, price: "owed" });
    expect(await testCase.open()).toEqual([50]);
    await testCase.refund("35.00", { invoice, price: "falls" });
    expect(await testCase.open()).toEqual([50]);
    expect(await testCase.balances()).toEqual({ ledger: 5000n, invoices: 5000n });
  });

  test("undoing a payment opens its invoice again, and shows the pay link that it ended", async () => {
    const { invoice } = await testCase.invoiced();
    await database.query(
      `insert into pay_links (invoice_id, application_id, url, host, amount, admin_email)
       values ($1, $2, 'https://pay.example.com/1', 'pay.example.com', 385, 'a@b.example')`,
      [invoice, testCase.id],
    );
    const link = async () =>
      (await database.query("select ended_as as ended from pay_links where invoice_id = $1", [invoice]))[0];
    await testCase.recordAnyway("payment", { ...paid, amount: "385.00", invoice });
    expect([await testCase.open(), await link()]).toEqual([[0], { ended: "paid" }]);
    expect(await testCase.undo()).toEqual({ ok: true });
    expect([await testCase.open(), await link()]).toEqual([[385], { ended: null }]);
    expect(await testCase.openRows()).toEqual([{ invoice, open: "385.00" }]);
    await testCase.void(invoice);
    expect(await link()).toEqual({ ended: "void" });
  });

  test("[M-LINK-3] undoing a payment leaves a pay link ended whose place another one took", async () => {
    const { invoice } = await testCase.invoiced();
    const add = (url: string) =>
      database.query(
        `insert into pay_links (invoice_id, application_id, url, host, amount, admin_email)
         values ($1, $2, $3, 'pay.example.com', 285, 'a@b.example')`,
        [invoice, testCase.id, url],
      );
    await add("https://pay.example.com/1");
    await testCase.recordAnyway("payment", { ...paid, amount: "100.00", invoice });
    const otherAdmin = await staffMember(database);
    expect(await testCase.record("payment", { ...paid, amount: "285.00", invoice }, otherAdmin)).toMatchObject({
      ok: true,
    });
    expect(await testCase.reverse((await testCase.last()).id)).toMatchObject({ ok: true });
    await add("https://pay.example.com/2");
    expect(await testCase.undo()).toEqual({ ok: true });
    expect(
      await database.query("select url, ended_as as ended from pay_links where invoice_id = $1 order by url", [
        invoice,
      ]),
    ).toEqual([
      { url: "https://pay.example.com/1", ended: "paid" },
      { url: "https://pay.example.com/2", ended: null },
    ]);
  });
});
