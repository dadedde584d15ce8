import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balanceOf, figuresOf } from "~/cases/fees/figures";
import { storedCents } from "~/core/prices/money";
import { type AllocatedEntry, allocate } from "../allocation";
import { vatContainedIn } from "../vat";

const blank = { payee: null, reverses: null, credit: null, invoiceId: null, restInvoiceId: null };
const charge = (id: string, cents: number): AllocatedEntry => ({
  ...blank,
  ...{ id, kind: "charge", amount: storedCents(BigInt(cents)), payee: "us" },
});
const money = (
  id: string,
  kind: "payment" | "refund",
  cents: number,
  more: Partial<AllocatedEntry> = {},
): AllocatedEntry => ({ ...blank, ...{ id, kind, amount: storedCents(BigInt(cents)) }, ...more });
const invoice = (id: string, cents: number, isVoid = false) => ({ id, amount: storedCents(BigInt(cents)), isVoid });
const line = (invoiceId: string, entryId: string) => ({ invoiceId, entryId });

describe("[M-INV-8] payments on invoices", () => {
  test("payments count up to what is open in order of time, and the rest of them on none", () => {
    const { invoices, assignments, unassigned } = allocate(
      [
        charge("fee", 200),
        money("first", "payment", 150, { invoiceId: "a" }),
        money("second", "payment", 80, { invoiceId: "a" }),
      ],
      [invoice("a", 200)],
      [line("a", "fee")],
    );
    expect(invoices.get("a")).toMatchObject({ paid: 200n, open: 0n });
    expect(assignments.get("first")).toEqual({ on: [{ invoiceId: "a", amount: 150n }], rest: 0n });
    expect(assignments.get("second")).toEqual({ on: [{ invoiceId: "a", amount: 50n }], rest: 30n });
    expect(unassigned).toBe(30n);
  });

  test("the rest of a payment counts on the invoice that was named for it", () => {
    const { invoices, unassigned } = allocate(
      [charge("fee", 200), charge("label", 50), money("both", "payment", 260, { invoiceId: "a", restInvoiceId: "b" })],
      [invoice("a", 200), invoice("b", 50)],
      [line("a", "fee"), line("b", "label")],
    );
    expect([...invoices.values()].map(({ open }) => open)).toEqual([0n, 0n]);
    expect(unassigned).toBe(10n);
  });

  test("a refund first takes what was paid beyond the invoice, then opens it again, unless the price falls", () => {
    const paid = [charge("fee", 200), money("paid", "payment", 230, { invoiceId: "a" })];
    const refunded = (refund: Partial<AllocatedEntry>) =>
      allocate(
        [...paid, money("back", "refund", 50, { invoiceId: "a", ...refund })],
        [invoice("a", 200)],
        [line("a", "fee")],
      );
    expect(refunded({}).invoices.get("a")).toMatchObject({ paid: 180n, open: 20n, credited: 0n });
    expect(refunded({ credit: "0.20" }).invoices.get("a")).toMatchObject({ paid: 180n, open: 0n, credited: 20n });
    expect(refunded({ invoiceId: null })).toMatchObject({ unassigned: -20n });
  });

  test("money on a void invoice is on none, and its charges are to be invoiced", () => {
    const { invoices, unassigned, uninvoiced, charges } = allocate(
      [charge("fee", 200), money("paid", "payment", 200, { invoiceId: "a" })],
      [invoice("a", 200, true)],
      [line("a", "fee")],
    );
    expect(invoices.get("a")).toMatchObject({ paid: 0n, open: 0n });
    expect({ unassigned, uninvoiced, charges }).toEqual({ unassigned: 200n, uninvoiced: 200n, charges: ["fee"] });
  });

  test("[M-INV-9] whatever names whatever, open and uninvoiced amounts less unassigned money are the balance", () => {
    const cents = fc.integer({ min: 1, max: 300 });
    const named = fc.option(fc.constantFrom("a", "b", "void"), { nil: null });
    const paying = fc.record({
      kind: fc.constantFrom("payment" as const, "refund" as const),
      ...{ cents, invoiceId: named, restInvoiceId: named, falls: fc.nat({ max: 300 }), isReversed: fc.boolean() },
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ cents, on: named, isDirect: fc.boolean() }), { minLength: 1, maxLength: 6 }),
        fc.array(paying, { maxLength: 12 }),
        (fees, paid) => {
          const charges = fees.map(({ cents: amount, isDirect, on }, at) => ({
            ...charge(`charge${at}`, amount),
            payee: isDirect && on === null ? ("directly" as const) : ("us" as const),
          }));
          const entries = [
            ...charges,
            ...paid.flatMap(({ kind, cents: amount, isReversed, falls, ...of }, at) => {
              const rest = kind === "payment" ? of.restInvoiceId : null;
              const credit = kind === "refund" ? storedCents(BigInt(Math.min(falls, amount))) : null;
              const entry = money(`${kind}${at}`, kind, amount, { ...of, restInvoiceId: rest, credit });
              const reversal = { ...blank, id: `reversal${at}`, kind: "reversal" as const, amount: entry.amount };
              return isReversed ? [entry, { ...reversal, reverses: entry.id }] : [entry];
            }),
          ];
          const lines = fees.flatMap(({ on }, at) => (on ? [line(on, `charge${at}`)] : []));
          const invoices = ["a", "b", "void"].map((id) =>
            invoice(
              id,
              fees.reduce((sum, fee) => sum + (fee.on === id ? fee.cents : 0), 0),
              id === "void",
            ),
          );
          const result = allocate(entries, invoices, lines);
          const open = [...result.invoices.values()].reduce((sum, of) => sum + of.open, 0n);
          expect(open + result.uninvoiced - result.unassigned).toBe(balanceOf(figuresOf(entries)));
          for (const { amount, credited, paid: counted, open: left } of result.invoices.values()) {
            expect([credited, counted, left].every((part) => part >= 0n)).toBe(true);
            expect(credited + counted + left === amount || left === 0n).toBe(true);
          }
          for (const { on, rest } of result.assignments.values())
            expect(rest >= 0n && on.every(({ amount }) => amount > 0n)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ["10", 20_000n, 1818n],
  ["12", 20_000n, 2143n],
  ["7.5", 10_000n, 698n],
  ["25", 100n, 20n],
  // 0.5 of a cent is rounded up: 1 × 100 ÷ 200.
  ["100", 1n, 1n],
  ["0.01", 4_999n, 0n],
  ["0.01", 5_001n, 1n],
  ["10", 0n, 0n],
])("[M-INV-5] at %s percent, what is contained in %s cents is %s cents, rounded half up", (percent, amount, vat) => {
  expect(vatContainedIn(amount, percent)).toBe(vat);
});
