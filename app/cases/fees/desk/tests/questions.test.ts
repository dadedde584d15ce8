import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { readFees } from "~/cases/fees/read-fees.server";
import { db } from "~/db/client.server";
import { withoutChange } from "../../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { findDeskFees } from "../desk-fees.server";
import { Case } from "./cases";

const database = testDatabase();
let staff: StaffContext;
let ledgerCase: Case;
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  ledgerCase = await Case.of(database, staff, { total_amount_due: "180" });
});

const moved = { method: "card", paidOn: "2026-11-02" };
/** What is asked about an entry; null where it was recorded at once. */
async function questionFor(intent: "payment" | "refund", amount: string, more: Record<string, string> = {}) {
  const result = await ledgerCase.record(intent, { ...moved, amount, ...more });
  return "question" in result ? result.question : null;
}
const onPage = async () => {
  const found = await findApplication(ledgerCase.id);
  if (!found) throw new Error("We can’t find this application");
  return readFees(db, found.application.id);
};

describe("[F-DESK-1] a payment of more than the open amount", () => {
  test.each([
    ["1,800.00", "This is $1,620.00 more than is open. Is $1,800.00 right?"],
    ["180.01", "This is $0.01 more than is open. Is $180.01 right?"],
    ["180.00", null],
    ["0.01", null],
  ])("$180.00 is open and %s is typed → the form asks: %s", async (amount, text) => {
    const question = await questionFor("payment", amount);
    expect(question?.text ?? null).toBe(text);
    expect(await ledgerCase.figures()).toMatchObject({ paid: text ? "0.00" : `${Number(amount).toFixed(2)}` });
  });

  test("a confirmed amount is recorded, and another amount or balance is asked about again", async () => {
    const key = (await questionFor("payment", "1,800.00"))?.key ?? "";
    expect(await withoutChange(database, () => questionFor("payment", "1,900.00", { confirmed: key }))).toMatchObject({
      text: "This is $1,720.00 more than is open. Is $1,900.00 right?",
    });
    await ledgerCase.pay("100.00");
    expect((await questionFor("payment", "1,800.00", { confirmed: key }))?.text).toContain(
      "$1,720.00 more than is open",
    );
    const now = (await questionFor("payment", "1,800.00"))?.key ?? "";
    expect(await questionFor("payment", "1,800.00", { confirmed: now })).toBeNull();
    expect(await ledgerCase.figures()).toMatchObject({ paid: "1900.00", status: "paid" });
    expect(await findDeskFees(ledgerCase.id)).toMatchObject({
      balance: "$1,720.00 in the applicant’s favor",
      standing: "The applicant has paid $1,720.00 too much.",
    });
    await ledgerCase.tenSecondsPass();
    expect(await onPage()).toMatchObject({ standing: "You’ve overpaid by $1,720.00." });
  });
});

describe("[F-DESK-1] a refund", () => {
  test("the form asks whether the price falls or is owed again, and records nothing before the choice", async () => {
    await ledgerCase.pay("180.00");
    const question = await questionFor("refund", "50.00");
    expect(question).toMatchObject({ text: "This pays money back. Is $50.00 right?", owed: "$50.00" });
    const yes = { ...moved, amount: "50.00", confirmed: question?.key ?? "" };
    expect(await withoutChange(database, () => ledgerCase.record("refund", yes))).toMatchObject({
      detail: { price: "Choose whether the price falls." },
    });
    expect(await ledgerCase.record("refund", { ...yes, price: "falls" })).toMatchObject({ ok: true });
    expect(await ledgerCase.figures()).toEqual({ due: "130.00", paid: "130.00", status: "paid" });
    await ledgerCase.tenSecondsPass();
    const page = await onPage();
    expect(page).toMatchObject({ balance: "$0.00", standing: "You’ve paid everything due to us." });
    expect(page.entries.map(({ name, amount }) => `${name} ${amount}`)).toEqual([
      ...["Fees $180.00", "Payment −$180.00", "Refund $50.00", "Credit on the fees −$50.00"],
    ]);
  });

  test("the refunded amount is due again only if staff chose that, and then the page asks for it", async () => {
    await ledgerCase.pay("180.00");
    await ledgerCase.refund("50.00", { price: "owed" });
    expect(await ledgerCase.figures()).toEqual({ due: "180.00", paid: "130.00", status: "partial" });
    expect(await onPage()).toMatchObject({ standing: "$50.00 is due to us." });
  });

  test("a refund of an overpayment only asks to confirm the amount, and beyond it asks about the rest", async () => {
    await ledgerCase.pay("200.00");
    expect(await questionFor("refund", "20.00")).toMatchObject({
      ...{ text: "This pays back what was paid too much. Is $20.00 right?", owed: null },
    });
    expect(await questionFor("refund", "50.00")).toMatchObject({ owed: "$30.00" });
    await ledgerCase.refund("50.00", { price: "falls" });
    expect(await ledgerCase.figures()).toEqual({ due: "150.00", paid: "150.00", status: "paid" });
  });

  test("reversing a refund reverses its credit, and reversing a charge reverses credits on it", async () => {
    await ledgerCase.pay("180.00");
    await ledgerCase.refund("50.00", { price: "falls" });
    await ledgerCase.reverse((await ledgerCase.last()).id);
    expect(await ledgerCase.figures()).toEqual({ due: "180.00", paid: "180.00", status: "paid" });
    await ledgerCase.refund("50.00", { price: "falls" });
    const [fees] = await ledgerCase.entries();
    expect(await ledgerCase.reverse(fees?.id ?? "")).toMatchObject({ ok: true });
    expect(await ledgerCase.figures()).toEqual({ due: "0.00", paid: "130.00", status: "paid" });
    expect(await onPage()).toMatchObject({ balance: "$130.00 in your favor" });
  });
});
