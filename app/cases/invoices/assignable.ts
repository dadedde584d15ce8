import { reversedIn } from "~/cases/fees/figures";
import type { LedgerEntry } from "~/cases/fees/ledger.server";
import type { Cents } from "~/core/prices/money";
import type { Allocation } from "./allocation";

/**
 * Money that may still be assigned to an invoice: `amount` of it, by setting `column`. `isFinal`: its entry can no
 * longer be undone.
 */
export type Assignable = {
  entry: LedgerEntry;
  amount: Cents;
  column: "invoiceId" | "restInvoiceId";
  isFinal: boolean;
};

type Ledger = {
  entries: readonly LedgerEntry[];
  invoices: readonly { id: string; isVoid: boolean }[];
  allocation: Allocation;
};

/**
 * Payments and refunds that name no valid invoice, and what payments have beyond the amount of theirs, oldest first.
 * Each can be assigned once.
 */
export function assignableIn({ entries, invoices, allocation }: Ledger): Assignable[] {
  const reversed = reversedIn(entries);
  const valid = new Set(invoices.filter(({ isVoid }) => !isVoid).map(({ id }) => id));
  const isFree = (id: string | null) => id === null || !valid.has(id);
  return entries.flatMap((entry): Assignable[] => {
    const amount = allocation.assignments.get(entry.id)?.rest ?? 0n;
    if (reversed.has(entry.id) || amount === 0n) return [];
    const isFinal = entry.shownFrom === null || entry.shownFrom <= new Date();
    if (isFree(entry.invoiceId)) return [{ entry, amount, column: "invoiceId", isFinal }];
    if (entry.kind === "refund" || !isFree(entry.restInvoiceId)) return [];
    return [{ entry, amount, column: "restInvoiceId", isFinal }];
  });
}

type Payable = { isVoid: boolean; open: Cents; paid: Cents };

/** The invoices that a payment or refund may name: with something left to pay, or something paid to pay back. */
export const payableIn = <Invoice extends Payable>(invoices: readonly Invoice[], kind: "payment" | "refund") =>
  invoices.filter(({ isVoid, open, paid }) => !isVoid && (kind === "payment" ? open : paid) > 0n);

export const invoiceChanged = "That invoice has changed. Please choose again.";
