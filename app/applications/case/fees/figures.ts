import type { ChargePayee, LedgerKind, PaymentStatus } from "~/db/schema/values";
import { type Cents, centsOf } from "~/ground/prices/money";

/** What the figures of a ledger follow from. */
export type Counted = {
  id: string;
  kind: LedgerKind;
  amount: string;
  payee: ChargePayee | null;
  reverses: string | null;
};

/** `charged`: all charges; `due`: those that are paid to us; `paid` and `refunded` of all that was not reversed. */
export type Figures = { charged: Cents; due: Cents; paid: Cents; refunded: Cents };

/** The entries that were reversed. */
export const reversedIn = (entries: readonly Counted[]): Set<string> =>
  new Set(entries.flatMap(({ reverses }) => reverses ?? []));

export function figuresOf(entries: readonly Counted[]): Figures {
  const reversed = reversedIn(entries);
  const figures = { charged: 0n, due: 0n, paid: 0n, refunded: 0n };
  for (const { id, kind, amount, payee } of entries) {
    if (reversed.has(id)) continue;
    const cents = centsOf(amount);
    if (kind === "charge") figures.charged += cents;
    if (kind === "charge" && payee !== "directly") figures.due += cents;
    if (kind === "payment") figures.paid += cents;
    if (kind === "refund") figures.refunded += cents;
  }
  return figures;
}

/** What we have of the applicant's money. */
export const keptOf = ({ paid, refunded }: Figures): Cents => paid - refunded;

/** What is still to be paid to us; below 0 what we owe. */
export const balanceOf = (figures: Figures): Cents => figures.due - keptOf(figures);

/** C-FEE-5. */
export function paymentStatusOf(figures: Figures): PaymentStatus {
  const kept = keptOf(figures);
  if (figures.paid === 0n) return "pending";
  if (kept === 0n) return "refunded";
  return kept < figures.due ? "partial" : "paid";
}
