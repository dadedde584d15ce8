import { centsOf } from "~/core/prices/money";
import type { Fees } from "~/core/prices/price";
import type { ledgerEntries } from "~/db/schema/case";

type Charge = Pick<typeof ledgerEntries.$inferSelect, "amount" | "payee" | "name">;

/** The charge that is our fee alone. */
export const ourFee = "Our fee";

/**
 * A price as charges: our fee, and the government's, which goes through us. One of $0 is paid to the government
 * directly (L-FACT-5). Where the parts are not known it is one charge.
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
