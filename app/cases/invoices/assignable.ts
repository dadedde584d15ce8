import { reversedIn } from "~/cases/fees/figures";
import type { LedgerEntry } from "~/cases/fees/ledger.server";
import type { Cents } from "~/core/prices/money";

/** Money that may still be assigned to an invoice; `isFinal`: it can no longer be undone. */
export type Assignable = LedgerEntry & { isFinal: boolean };

type Ledger = { entries: readonly LedgerEntry[]; invoices: readonly { id: string; isVoid: boolean }[] };

/** The payments and refunds that name no valid invoice, oldest first. */
export function assignableIn({ entries, invoices }: Ledger): Assignable[] {
  const reversed = reversedIn(entries);
  const valid = new Set(invoices.filter(({ isVoid }) => !isVoid).map(({ id }) => id));
  return entries
    .filter(({ kind }) => kind === "payment" || kind === "refund")
    .filter(({ id, invoiceId }) => !reversed.has(id) && !(invoiceId && valid.has(invoiceId)))
    .map((entry) => ({ ...entry, isFinal: entry.shownFrom === null || entry.shownFrom <= new Date() }));
}

type Payable = { isVoid: boolean; open: Cents; paid: Cents };

/** The invoices that a payment or refund may name: with something left to pay, or something paid to pay back. */
export const payableIn = <Invoice extends Payable>(invoices: readonly Invoice[], kind: "payment" | "refund") =>
  invoices.filter(({ isVoid, open, paid }) => !isVoid && (kind === "payment" ? open : paid) > 0n);

export const invoiceChanged = "That invoice has changed. Please choose again.";
