import { type Counted, figuresOf, reversedIn } from "~/cases/fees/figures";
import { type Cents, centsOf } from "~/core/prices/money";

/** An entry of the ledger; a payment or refund names the invoice that it is for. */
export type AllocatedEntry = Counted & { invoiceId: string | null };
export type AllocatedInvoice = { id: string; amount: string; isVoid: boolean };
export type AllocatedLine = { invoiceId: string; entryId: string };

/**
 * `amount`: what it was made over; `credited`: by how much refunds lowered it; `paid`: of the money that names it, what
 * counts on it; `open`: what is left to pay, 0 when void.
 */
export type InvoiceBalance = { amount: Cents; credited: Cents; paid: Cents; open: Cents; isVoid: boolean };

/** Of a payment or refund: the valid invoice that it counts on and with how much; `rest` counts on none. */
export type Assignment = { invoiceId: string | null; counted: Cents; rest: Cents };

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

/**
 * Says what is paid and open on each invoice, and what is on none. The only place that computes it. Entries are oldest
 * first. Payments count on their invoice in order of time up to its amount, the remaining on none. A refund takes first
 * what counts on none of its invoice's money, and if the price falls with it, the invoice's amount falls.
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
  const valid = new Set(invoices.filter(({ isVoid }) => !isVoid).map(({ id }) => id));
  const invoiceOf = ({ invoiceId }: AllocatedEntry) => (invoiceId && valid.has(invoiceId) ? invoiceId : null);
  const moneyOf = (invoiceId: string | null) => {
    const own = counted.filter((entry) => invoiceOf(entry) === invoiceId);
    const refunds = own.filter(({ kind }) => kind === "refund");
    return {
      payments: own.filter(({ kind }) => kind === "payment"),
      refunds,
      credited: sum(refunds.map(({ id }) => credits.get(id) ?? 0n)),
    };
  };

  const balances = new Map<string, InvoiceBalance>();
  const assignments = new Map<string, Assignment>();
  const none = moneyOf(null);
  let unassigned = spread(none, null, 0n, assignments);
  let { credited: creditOnNone } = none;
  for (const { id, amount: stored, isVoid } of invoices) {
    const amount = centsOf(stored);
    if (isVoid) {
      balances.set(id, { amount, credited: 0n, paid: 0n, open: 0n, isVoid });
      continue;
    }
    const money = moneyOf(id);
    const credited = least(money.credited, amount);
    const due = amount - credited;
    const rest = spread(money, id, due, assignments);
    const paid = sum(money.payments.map(centsIn)) - sum(money.refunds.map(centsIn)) - rest;
    balances.set(id, { amount, credited, paid, open: due - paid, isVoid });
    unassigned += rest;
    creditOnNone += money.credited - credited;
  }

  const invoiced = new Set(lines.filter(({ invoiceId }) => valid.has(invoiceId)).map(({ entryId }) => entryId));
  const charges = counted.filter(
    ({ id, kind, payee }) => kind === "charge" && payee !== "directly" && !invoiced.has(id),
  );
  const onNone = sum(charges.map(centsIn));
  const credit = least(creditOnNone, onNone);
  return {
    invoices: balances,
    assignments,
    unassigned: unassigned + creditOnNone - credit,
    uninvoiced: onNone - credit,
    charges: charges.map(({ id }) => id),
  };
}

const centsIn = ({ amount }: AllocatedEntry) => centsOf(amount);

/** Divides the money that names an invoice between it and none; returns what is on none, negative for refunds. */
function spread(
  { payments, refunds }: { payments: readonly AllocatedEntry[]; refunds: readonly AllocatedEntry[] },
  invoiceId: string | null,
  due: Cents,
  assignments: Map<string, Assignment>,
): Cents {
  const paid = sum(payments.map(centsIn));
  const refunded = sum(refunds.map(centsIn));
  const over = positive(paid - refunded - due);
  assign(payments, invoiceId, invoiceId ? paid - over : 0n, assignments);
  assign(refunds, invoiceId, invoiceId ? least(refunded, paid) : 0n, assignments);
  return invoiceId ? over - positive(refunded - paid) : paid - refunded;
}

/** Counts entries on an invoice in order of time, up to a total. */
function assign(
  entries: readonly AllocatedEntry[],
  invoiceId: string | null,
  total: Cents,
  assignments: Map<string, Assignment>,
): void {
  let remaining = total;
  for (const entry of entries) {
    const amount = centsIn(entry);
    const counted = least(amount, remaining);
    assignments.set(entry.id, { invoiceId: counted > 0n ? invoiceId : null, counted, rest: amount - counted });
    remaining -= counted;
  }
}
