import { type Cents, centsOf } from "~/core/prices/money";
import type { ChargePayee, LedgerKind, PaymentStatus } from "~/db/schema/values";

/** What the figures of a ledger follow from. */
export type Counted = {
  id: string;
  kind: LedgerKind;
  amount: string;
  payee: ChargePayee | null;
  reverses: string | null;
  credit: string | null;
};

/**
 * `due`: what is paid to us, less credits; `direct`: what is paid to an authority directly, which is part of no other
 * sum (F-FEE-2); `paid` and `refunded` of all that was not reversed; `credits`: by how much the price falls with each
 * refund.
 */
export type Figures = { due: Cents; direct: Cents; paid: Cents; refunded: Cents; credits: ReadonlyMap<string, Cents> };

/** The entries that were reversed. */
export const reversedIn = (entries: readonly Counted[]): Set<string> =>
  new Set(entries.flatMap(({ reverses }) => reverses ?? []));

const least = (one: Cents, other: Cents) => (one < other ? one : other);

/** The totals of a ledger's entries, oldest first. Every place that shows or stores such a total takes it from here. */
export function figuresOf(entries: readonly Counted[]): Figures {
  const reversed = reversedIn(entries);
  const counted = entries.filter(({ id }) => !reversed.has(id));
  const sums = { due: 0n, direct: 0n, paid: 0n, refunded: 0n };
  const credits = new Map<string, Cents>();
  for (const { id, kind, amount, payee, credit } of counted) {
    const cents = centsOf(amount);
    if (kind === "charge") sums[payee === "directly" ? "direct" : "due"] += cents;
    if (kind === "payment") sums.paid += cents;
    if (kind === "refund") sums.refunded += cents;
    if (kind !== "refund") continue;
    // Charges that were reversed since take what was credited on them along.
    const fall = least(centsOf(credit ?? "0"), sums.due);
    if (fall <= 0n) continue;
    credits.set(id, fall);
    sums.due -= fall;
  }
  return { ...sums, credits };
}

type Paid = Pick<Figures, "paid" | "refunded">;

/** What we have of the applicant's money. */
export const netReceived = ({ paid, refunded }: Paid): Cents => paid - refunded;

/** What is still to be paid to us; below 0 what we owe. */
export const balanceOf = (figures: Paid & Pick<Figures, "due">): Cents => figures.due - netReceived(figures);

/** C-FEE-5. */
export function paymentStatusOf(figures: Figures): PaymentStatus {
  const kept = netReceived(figures);
  if (figures.paid === 0n) return "pending";
  if (kept === 0n) return "refunded";
  return kept < figures.due ? "partial" : "paid";
}
