import { type Cents, centsOf } from "~/core/prices/money";
import type { ChargePayee, LedgerKind, PaymentStatus } from "~/db/schema/values";

/** The parts of an entry that count for the totals. */
export type Counted = {
  id: string;
  kind: LedgerKind;
  amount: string;
  payee: ChargePayee | null;
  reverses: string | null;
  credit: string | null;
};

/**
 * `due`: owed to us, less credits; `direct`: paid to an authority directly, in no other total; `paid` and `refunded`:
 * without reversed entries; `credits`: by how much each refund lowers the price, by its id.
 */
export type Figures = { due: Cents; direct: Cents; paid: Cents; refunded: Cents; credits: ReadonlyMap<string, Cents> };

export const reversedIn = (entries: readonly Counted[]): Set<string> =>
  new Set(entries.flatMap(({ reverses }) => reverses ?? []));

const least = (a: Cents, b: Cents) => (a < b ? a : b);

/** The totals of a ledger's entries, oldest first. The only place that computes them. */
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
    // A charge that was reversed later also ends the credit on it, so cap the credit at what is due.
    const fall = least(centsOf(credit ?? "0"), sums.due);
    if (fall <= 0n) continue;
    credits.set(id, fall);
    sums.due -= fall;
  }
  return { ...sums, credits };
}

type Paid = Pick<Figures, "paid" | "refunded">;

/** The applicant's money that we have. */
export const netReceived = ({ paid, refunded }: Paid): Cents => paid - refunded;

/** Amount still owed to us; negative if we owe it. */
export const balanceOf = (figures: Paid & Pick<Figures, "due">): Cents => figures.due - netReceived(figures);

export function paymentStatusOf(figures: Figures): PaymentStatus {
  const received = netReceived(figures);
  if (figures.paid === 0n) return "pending";
  if (received === 0n) return "refunded";
  return received < figures.due ? "partial" : "paid";
}
