import { usd } from "~/core/prices/money";

/** Both fees and their sum, in US dollars as the database gives them; null where nobody knows how a tier is split. */
export type Fees = { total: string; governmentFee: string | null; serviceFee: string | null };

/** In staff's words: whom the government fee goes to, empty for the government; and a fee that is due later. */
type FeeTexts = { feeRecipient: string; furtherFee: string };

/** What is said of a price; `isFrom`: it is the lowest of a service's tiers. */
export type Price = Fees & FeeTexts & { isFrom: boolean };

type Priced = FeeTexts & { totalPrice: string | null; governmentFee: string; serviceFee: string };

/** The price of a service: its own, or that of its lowest tier, from which the others go up. */
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

/** A price in words, the same wherever it stands; `further` is empty where no other fee follows. */
export type PriceWords = { amount: string; split: string; further: string };

/** `From $599`, `$399 to us + $200 to the government`, `plus the annual permit fee on approval` (L-FACT-1 to -6). */
export function priceWords(price: Price): PriceWords {
  return {
    amount: Number(price.total) === 0 ? "On request" : `${price.isFrom ? "From " : ""}${usd(price.total)}`,
    split: splitWords(price),
    further: price.furtherFee.trim(),
  };
}

type Split = Pick<Price, "governmentFee" | "serviceFee" | "feeRecipient">;

/** What goes to us and what to whom; without a government fee in it, that this is paid elsewhere (L-FACT-5). */
export function splitWords({ governmentFee, serviceFee, feeRecipient }: Split): string {
  const isUnknown = governmentFee === null || serviceFee === null;
  if (isUnknown || Number(governmentFee) + Number(serviceFee) === 0) return "we confirm both fees before you pay";
  if (Number(governmentFee) === 0) return `${usd(serviceFee)} to us; you pay the government fee directly`;
  return `${usd(serviceFee)} to us + ${usd(governmentFee)} to ${feeRecipient.trim() || "the government"}`;
}

/** What is promised of a fee that the government may change; null where a price contains none. */
export const feeConfirmed = (prices: readonly Pick<Price, "governmentFee">[]): string | null =>
  prices.some(({ governmentFee }) => governmentFee === null || Number(governmentFee) > 0)
    ? "The government sets its fee and may change it. We confirm it with you before you pay."
    : null;

/** The fees of a price in one line: `$399 to us + $200 to the government, plus the annual permit fee on approval`. */
export const feesInWords = (price: Split & Pick<Price, "furtherFee">): string =>
  [splitWords(price), price.furtherFee.trim()].filter(Boolean).join(", ");
