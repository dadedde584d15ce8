import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { setTier } from "~/cases/desk/case/set-tier.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { db } from "~/db/client.server";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { recordOf, whileNothingIsInserted, withoutChange } from "../../../../test/harness/desk/verbs";
import { mailsOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase, invoiceNumbers } from "../../fees/desk/tests/invoice-case";

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

describe("[M-INV-10] a void invoice", () => {
  test("one credit note over the whole amount voids it, is mailed and recorded, and its charges are free", async () => {
    const { invoice, number } = await testCase.invoiced();
    await testCase.pay("100.00", { invoice });
    const before = await lastNumber("credit_note");
    const all = await Promise.all(Array.from({ length: 5 }, () => testCase.void(invoice)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.find(({ ok }) => !ok)).toMatchObject({
      ...{ reason: "conflict", message: "This invoice is already void. Nothing was changed." },
    });
    const note = numberOf("LC", before + 1);
    const ledger = await testCase.ledger();
    expect(ledger.invoices).toMatchObject([
      {
        ...{ isVoid: true, open: 0n },
        creditNote: {
          ...{ number: note, amount: "385.00", reason: "It has a wrong name." },
          facts: { title: "Credit note", voids: { number, reason: "It has a wrong name." } },
        },
      },
    ]);
    expect(ledger.allocation).toMatchObject({ unassigned: 10_000n, uninvoiced: 38_500n });
    expect(await testCase.openRows()).toEqual([]);
    expect((await mailsOf(database, testCase)).filter((mail) => mail.startsWith("credit_note"))).toHaveLength(1);
    expect((await recordOf(database, testCase.id)).at(-1)).toMatchObject({
      what: "invoice_voided",
      details: { invoice: number, creditNote: note, amount: "385.00" },
    });
    expect(await testCase.invoice()).toMatchObject({ ok: true });
  });

  test("it needs a reason of 1 to 500 characters without a card number", async () => {
    const { invoice } = await testCase.invoiced();
    for (const reason of ["", "  ", "x".repeat(501), "Card 4111 1111 1111 1111"])
      expect(await withoutChange(database, () => testCase.void(invoice, reason))).toMatchObject({
        detail: { reason: expect.any(String) },
      });
    expect(await testCase.void(invoice, "x".repeat(500))).toMatchObject({ ok: true });
    // One character each for a person, two code points for the database.
    const again = await testCase.invoiced();
    expect(await testCase.void(again.invoice, "नि".repeat(500))).toMatchObject({ ok: true });
  });

  test("reversing a charge on it asks first, then does both or neither", async () => {
    const { invoice, number } = await testCase.invoiced();
    const [fees] = await testCase.entries();
    const asked = await withoutChange(database, () => testCase.reverse(fees?.id ?? ""));
    expect(asked).toMatchObject({
      question: { text: `This charge is on invoice ${number}, which a credit note will void. Go on?` },
    });
    expect(
      await withoutChange(database, () => testCase.reverse(fees?.id ?? "", "Wrong", undefined, "yes")),
    ).toHaveProperty("question");
    await whileNothingIsInserted(database, "invoices", async () => {
      await expect(testCase.reverseAnyway(fees?.id ?? "")).rejects.toThrow();
    });
    expect((await testCase.entries()).map(({ kind }) => kind)).toEqual(["charge"]);
    expect(await testCase.reverseAnyway(fees?.id ?? "")).toMatchObject({ ok: true });
    const [voided] = (await testCase.ledger()).invoices;
    expect(voided).toMatchObject({ id: invoice, isVoid: true, creditNote: { reason: "It was recorded twice." } });
    expect(await testCase.balances()).toEqual({ ledger: 0n, invoices: 0n });
  });

  test("setting another price asks first too, and voids the invoices of the former one", async () => {
    const service = (await serviceOf(database, "schengen-visitor-visa")).id;
    const [adult] = (await tiersOf(db, service)).filter(({ name }) => name === "Adult");
    const priced = await InvoiceCase.of(database, staff, { visa_service_id: service, total_amount_due: "173" });
    await priced.charge("Courier", "20.00");
    const [fees, courier] = await priced.entries();
    await priced.invoiced({ charges: [courier?.id] });
    const { number } = await priced.invoiced({ charges: [fees?.id] });
    const set = (confirmed = "") => setTier(staff, { applicationId: priced.id, tier: adult?.id, confirmed });
    const asked = await withoutChange(database, () => set());
    if (!("question" in asked)) throw new Error("nothing was asked");
    expect(asked.question.text).toBe(`This charge is on invoice ${number}, which a credit note will void. Go on?`);
    expect(await set(asked.question.key)).toMatchObject({ ok: true });
    const { invoices } = await priced.ledger();
    expect(invoices.map(({ isVoid }) => isVoid)).toEqual([true, false]);
    expect(invoices[0]?.creditNote).toMatchObject({ reason: "The price was changed to Adult." });
    expect(await priced.balances()).toEqual({ ledger: 32_000n, invoices: 32_000n });
  });
});
