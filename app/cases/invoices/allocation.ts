import { type Counted, figuresOf, reversedIn } from "~/cases/fees/figures";
import { type Cents, centsOf } from "~/core/prices/money";

/** An entry of the ledger; a payment or refund names the invoice that it is for, a payment another one for the rest. */
export type AllocatedEntry = Counted & { invoiceId: string | null; restInvoiceId: string | null };
export type AllocatedInvoice = { id: string; amount: string; isVoid: boolean };
export type AllocatedLine = { invoiceId: string; entryId: string };

/**
 * `amount`: what it was made over; `credited`: by how much refunds lowered it; `paid`: of the money that names it, what
 * counts on it; `open`: what is left to pay, 0 when void.
 */
type InvoiceBalance = { amount: Cents; credited: Cents; paid: Cents; open: Cents; isVoid: boolean };

/** Of a payment or refund: how much of it counts on which valid invoice, and on none. */
type Assignment = { on: { invoiceId: string; amount: Cents }[]; rest: Cents };

/**
 * `unassigned`: money on no invoice, negative if more was refunded than paid; `uninvoiced`: charges on no valid
 * invoice, less credits; `charges`: those, by id; `assignments`: by entry.
 */
export type Allocation = {
  invoices: ReadonlyMap<string, InvoiceBalance>;
  assignments: ReadonlyMap<string, Assignment>;
  unassigned: Cents;
  uninvoiced: Cents;
  charges: readonly string[];
};

const least = (a: Cents, b: Cents) => (a < b ? a : b);
const positive = (cents: Cents) => (cents > 0n ? cents : 0n);
const sum = (amounts: readonly Cents[]) => amounts.reduce((total, amount) => total + amount, 0n);
const centsIn = ({ amount }: AllocatedEntry) => centsOf(amount);

/**
 * Says what is paid and open on each invoice, and what is on none. The only place that computes it. Entries are oldest
 * first. Payments count on their invoice in order of time up to its amount, the remaining on the invoice named for it
 * or on none. A refund takes first what was paid beyond its invoice's amount, and if the price falls with it, so does
 * the invoice's amount.
 *
 * The open amounts plus `uninvoiced` less `unassigned` is the balance of the ledger, whatever happened.
 */
export function allocate(
  entries: readonly AllocatedEntry[],
  invoices: readonly AllocatedInvoice[],
  lines: readonly AllocatedLine[],
): Allocation {
  const { credits } = figuresOf(entries);
  const reversed = reversedIn(entries);
  const counted = entries.filter(({ id }) => !reversed.has(id));
  const payments = counted.filter(({ kind }) => kind === "payment");
  const refunds = counted.filter(({ kind }) => kind === "refund");
  const valid = invoices.filter(({ isVoid }) => !isVoid);
  const assignments = new Map<string, Assignment>(
    [...payments, ...refunds].map((entry) => [entry.id, { on: [], rest: centsIn(entry) }]),
  );
  const balances = new Map<string, InvoiceBalance>(
    invoices.map(({ id, amount, isVoid }) => [
      id,
      { amount: centsOf(amount), credited: 0n, paid: 0n, open: 0n, isVoid },
    ]),
  );
  let credit = sum([...credits.values()]);
  for (const { id, amount: stored } of valid) {
    const amount = centsOf(stored);
    const own = refunds.filter(({ invoiceId }) => invoiceId === id);
    const credited = least(sum(own.map((entry) => credits.get(entry.id) ?? 0n)), amount);
    balances.set(id, { amount, credited, paid: 0n, open: amount - credited, isVoid: false });
    credit -= credited;
  }

  /** Counts payments on an invoice in order of time, up to what is open and was refunded of it. */
  const count = (id: string, paying: readonly AllocatedEntry[]) => {
    const balance = balances.get(id);
    if (!balance) return;
    const own = refunds.filter(({ invoiceId }) => invoiceId === id);
    const refundable = sum(own.map((entry) => assignments.get(entry.id)?.rest ?? 0n));
    const paid = take(paying, id, refundable + balance.open, assignments);
    const refunded = take(own, id, least(paid, refundable), assignments);
    balances.set(id, {
      ...balance,
      paid: balance.paid + paid - refunded,
      open: balance.open - paid + refunded,
    });
  };
  for (const { id } of valid)
    count(
      id,
      payments.filter(({ invoiceId }) => invoiceId === id),
    );
  // What a payment has beyond its own invoice counts on the one that was named for it.
  for (const { id } of valid)
    count(
      id,
      payments.filter(({ restInvoiceId }) => restInvoiceId === id),
    );

  const validIds = new Set(valid.map(({ id }) => id));
  const invoiced = new Set(lines.filter(({ invoiceId }) => validIds.has(invoiceId)).map(({ entryId }) => entryId));
  const charges = counted.filter(
    ({ id, kind, payee }) => kind === "charge" && payee !== "directly" && !invoiced.has(id),
  );
  const onNone = sum(charges.map(centsIn));
  const restOf = (money: readonly AllocatedEntry[]) => sum(money.map(({ id }) => assignments.get(id)?.rest ?? 0n));
  const less = least(credit, onNone);
  return {
    invoices: balances,
    assignments,
    unassigned: restOf(payments) - restOf(refunds) + credit - less,
    uninvoiced: onNone - less,
    charges: charges.map(({ id }) => id),
  };
}

/** Counts entries on an invoice in order of time, up to a total; returns how much. */
function take(
  entries: readonly AllocatedEntry[],
  invoiceId: string,
  total: Cents,
  assignments: ReadonlyMap<string, Assignment>,
): Cents {
  let remaining = positive(total);
  for (const { id } of entries) {
    const assignment = assignments.get(id);
    const amount = least(assignment?.rest ?? 0n, remaining);
    if (!assignment || amount === 0n) continue;
    assignment.on.push({ invoiceId, amount });
    assignment.rest -= amount;
    remaining -= amount;
  }
  return positive(total) - remaining;
}
