import { centsOf } from "~/core/prices/money";
import type { Fees } from "~/core/prices/price";
import type { ledgerEntries } from "~/db/schema/case";

type Charge = Pick<typeof ledgerEntries.$inferSelect, "amount" | "payee" | "name">;

export const ourFee = "Our fee";

/**
 * Splits a price into our fee and the government's, which we pass on; $0 means paid to the government directly. A price
 * without known parts is one charge.
 */
export function chargesOf({ total, governmentFee, serviceFee }: Fees): Charge[] {
  const isSplit = governmentFee !== null && serviceFee !== null && centsOf(total) > 0n;
  if (!isSplit || centsOf(governmentFee) + centsOf(serviceFee) !== centsOf(total))
    return [{ amount: total, payee: "us", name: "Fees" }];
  const isDirect = centsOf(governmentFee) === 0n;
  return [
    { amount: serviceFee, payee: "us", name: ourFee },
    { amount: governmentFee, payee: isDirect ? "directly" : "through_us", name: "Government fee" },
  ];
}
