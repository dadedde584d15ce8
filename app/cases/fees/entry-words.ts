import { type Cents, exactUsd } from "~/core/prices/money";
import type { ChargePayee, PaymentMethod } from "~/db/schema/values";

export const methodLabels: Record<PaymentMethod, string> = {
  cash: "Cash",
  bank_transfer: "Bank transfer",
  card: "Card",
  check: "Check",
  other: "Other",
};

export const payeeLabels: Record<ChargePayee, string> = {
  us: "To us",
  through_us: "To an authority, through us",
  directly: "To an authority, directly",
};

export type Reader = "applicant" | "staff";

const hasPaid: Record<Reader, string> = { applicant: "You’ve paid", staff: "The applicant has paid" };
const favor: Record<Reader, string> = { applicant: "in your favor", staff: "in the applicant’s favor" };

/** A balance and its side: owed to us, or owed by us. */
export function formatBalance(balance: Cents, reader: Reader = "applicant"): string {
  if (balance === 0n) return exactUsd(balance);
  return balance < 0n ? `${exactUsd(-balance)} ${favor[reader]}` : `${exactUsd(balance)} to be paid`;
}

/** The balance as a sentence. */
export function describeBalance(due: Cents, balance: Cents, reader: Reader): string {
  if (due === 0n && balance === 0n) return "There is nothing to pay at the moment.";
  if (balance === 0n) return `${hasPaid[reader]} everything due to us.`;
  if (reader === "staff")
    return balance < 0n
      ? `The applicant has paid ${exactUsd(-balance)} too much.`
      : `The applicant has ${exactUsd(balance)} still to pay to us.`;
  return balance < 0n ? `You’ve overpaid by ${exactUsd(-balance)}.` : `${exactUsd(balance)} is due to us.`;
}
