import type { ChargePayee, PaymentMethod } from "~/db/schema/values";
import { type Cents, exactUsd } from "~/ground/prices/money";

export const methodWords: Record<PaymentMethod, string> = {
  cash: "Cash",
  bank_transfer: "Bank transfer",
  card: "Card",
  check: "Check",
  other: "Other",
};

export const payeeWords: Record<ChargePayee, string> = {
  us: "To us",
  through_us: "To an authority, through us",
  directly: "To an authority, directly",
};

/** A balance: what is to be paid to us, or what we owe. */
export const balanceWords = (balance: Cents): string =>
  balance < 0n ? `${exactUsd(-balance)} in your favor` : exactUsd(balance);
