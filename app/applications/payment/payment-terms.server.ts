import type { FoundApplication } from "~/applications/access/find.server";
import { paymentTexts } from "~/content/settings/settings.server";
import { centsOf, usd } from "~/core/prices/money";
import { feeConfirmed, formatFees } from "~/core/prices/price";
import { db } from "~/db/client.server";

type Priced = Pick<FoundApplication, "feeRecipient" | "furtherFee"> & {
  application: Pick<FoundApplication["application"], "totalAmountDue" | "governmentFee" | "serviceFee">;
};

export function describeFee({ application, feeRecipient, furtherFee }: Priced) {
  const { totalAmountDue, governmentFee, serviceFee } = application;
  const parts = governmentFee && serviceFee ? centsOf(governmentFee) + centsOf(serviceFee) : undefined;
  if (Number(totalAmountDue) === 0) return { amount: "", fees: "" };
  const texts = { feeRecipient: feeRecipient ?? "", furtherFee: furtherFee ?? "" };
  // With extras the two fees are not all: the ledger below names each.
  const isAll = parts === undefined || parts === centsOf(totalAmountDue);
  return { amount: usd(totalAmountDue), fees: isAll ? formatFees({ governmentFee, serviceFee, ...texts }) : "" };
}

export type PaymentTerms = Awaited<ReturnType<typeof paymentTerms>>;

export async function paymentTerms(found: Priced) {
  return {
    ...describeFee(found),
    /** The service page's promise about a fee that the government may change; null if there is none. */
    confirmed: feeConfirmed([found.application]),
    ...(await paymentTexts(db)),
  };
}
