import { usd } from "~/core/prices/money";

/** US dollars as the database's text; null where the split of a tier is unknown. */
export type Fees = { total: string; governmentFee: string | null; serviceFee: string | null };

/** Staff's texts: the recipient of the government fee, empty for the government, and a fee that is due later. */
type FeeTexts = { feeRecipient: string; furtherFee: string };

export type Price = Fees & FeeTexts & { isFrom: boolean };

type Priced = FeeTexts & { totalPrice: string | null; governmentFee: string; serviceFee: string };

export function priceOf(service: Priced, lowest: Fees | undefined): Price {
  const { totalPrice, governmentFee, serviceFee, feeRecipient, furtherFee } = service;
  const fees = lowest ?? { total: totalPrice ?? "0", governmentFee, serviceFee };
  return {
    total: fees.total,
    governmentFee: fees.governmentFee,
    serviceFee: fees.serviceFee,
    ...{ feeRecipient, furtherFee, isFrom: lowest !== undefined },
  };
}

/** `further` is empty where no other fee follows. */
export type PriceText = { amount: string; split: string; further: string };

/** `From $599`: the lowest of several prices. */
export const formatAmount = ({ total, isFrom }: Pick<Price, "total" | "isFrom">): string =>
  Number(total) === 0 ? "On request" : `${isFrom ? "From " : ""}${usd(total)}`;

/** `From $599`, `$399 to us + $200 to the government`, `plus the annual permit fee on approval`. */
export function describePrice(price: Price): PriceText {
  return {
    amount: formatAmount(price),
    split: formatSplit(price),
    further: price.furtherFee.trim(),
  };
}

type Split = Pick<Price, "governmentFee" | "serviceFee" | "feeRecipient">;

/** Says how much goes to us and how much to whom; if the price has no government fee, that it is paid elsewhere. */
export function formatSplit({ governmentFee, serviceFee, feeRecipient }: Split): string {
  const isUnknown = governmentFee === null || serviceFee === null;
  if (isUnknown || Number(governmentFee) + Number(serviceFee) === 0) return "we confirm both fees before you pay";
  if (Number(governmentFee) === 0) return `${usd(serviceFee)} to us; you pay the government fee directly`;
  return `${usd(serviceFee)} to us + ${usd(governmentFee)} to ${feeRecipient.trim() || "the government"}`;
}

/** The promise about a fee that the government may change; null where no price contains one. */
export const feeConfirmed = (prices: readonly Pick<Price, "governmentFee">[]): string | null =>
  prices.some(({ governmentFee }) => governmentFee === null || Number(governmentFee) > 0)
    ? "The government sets its fee and may change it. We confirm it with you before you pay."
    : null;

/** `$399 to us + $200 to the government, plus the annual permit fee on approval` */
export const formatFees = (price: Split & Pick<Price, "furtherFee">): string =>
  [formatSplit(price), price.furtherFee.trim()].filter(Boolean).join(", ");
