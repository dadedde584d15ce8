import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { storedCents } from "~/core/prices/money";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { InvoiceCase } from "../../fees/desk/tests/invoice-case";

const database = testDatabase();
let staff: StaffContext;
beforeAll(async () => {
  staff = await staffMember(database);
});

const cents = fc.bigInt({ min: 1n, max: 60_000n });
const at = fc.nat({ max: 1000 });
const price = fc.constantFrom("falls", "owed");
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant("charge" as const), cents }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant("invoice" as const), at, paying: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant("payment" as const), cents, at }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("refund" as const), cents, at, price }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("assign" as const), at }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("reverse" as const), at }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("void" as const), at }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("undo" as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

/** Does something to the case, as it is by then; what is refused changes nothing. */
async function doAct(testCase: InvoiceCase, act: Act): Promise<void> {
  if (act.is === "charge") {
    await testCase.charge("Extra", storedCents(act.cents));
    return;
  }
  if (act.is === "undo") {
    await testCase.undo();
    return;
  }
  const { entries, invoices, allocation } = await testCase.ledger();
  const chosen = pick([{ id: "" }, ...invoices], act.at)?.id ?? "";
  const moved = { method: "card", paidOn: "2026-11-02", invoice: chosen };
  switch (act.is) {
    case "invoice": {
      const charges = allocation.charges.filter((_, index) => (act.at >> (index % 8)) % 2 === 0);
      const payments = entries.filter(({ kind, invoiceId }) => kind === "payment" && invoiceId === null);
      await testCase.invoice({ charges, payments: act.paying ? payments.slice(0, 2).map(({ id }) => id) : [] });
      return;
    }
    case "payment":
    case "refund":
      await testCase.recordAnyway(act.is, {
        ...{ ...moved, amount: storedCents(act.cents) },
        ...(act.is === "refund" ? { price: act.price } : {}),
      });
      return;
    case "assign":
      await testCase.assign(pick(entries, act.at)?.id ?? "", pick(invoices, act.at)?.id ?? "");
      return;
    case "reverse":
      await testCase.reverseAnyway(pick(entries, act.at)?.id ?? "");
      return;
    case "void":
      await testCase.void(pick(invoices, act.at)?.id ?? "");
  }
}

/** The balance agrees with the invoices, and the stored columns with both. */
async function expectBalance(testCase: InvoiceCase): Promise<void> {
  const { ledger, invoices } = await testCase.balances();
  expect(invoices).toBe(ledger);
  const [columns] = await database.query<{ balance: string }>(
    "select total_amount_due - amount_paid as balance from visa_applications where id = $1",
    [testCase.id],
  );
  expect(columns?.balance).toBe(storedCents(ledger));
  const open = (await testCase.ledger()).invoices.filter((invoice) => invoice.open > 0n);
  const stored = (await testCase.openRows()).map(({ invoice, open: amount }) => `${invoice} ${amount}`);
  expect(stored.toSorted()).toEqual(open.map((of) => `${of.id} ${storedCents(of.open)}`).toSorted());
}

test.each(["one at a time", "two at once"])(
  "[M-INV-9] after 200 random acts, %s, the balance is what is open and on no invoice, less money on none",
  async (how) => {
    const step = how === "two at once" ? 2 : 1;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 200, maxLength: 200, size: "max" }), async (acts) => {
        const testCase = await InvoiceCase.of(database, staff);
        for (let next = 0; next < acts.length; next += step) {
          await Promise.all(acts.slice(next, next + step).map((drawn) => doAct(testCase, drawn)));
          if (next % 10 === 0) await expectBalance(testCase);
        }
        await expectBalance(testCase);
        const { invoices } = await testCase.ledger();
        expect(invoices.length).toBeGreaterThan(0);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);
