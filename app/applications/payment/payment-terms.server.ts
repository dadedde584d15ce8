import type { FoundApplication } from "~/applications/access/find.server";
import { paymentTexts } from "~/content/settings/settings.server";
import { centsOf, usd } from "~/core/prices/money";
import { feeConfirmed, formatFees } from "~/core/prices/price";
import { db } from "~/db/client.server";

type Priced = Pick<FoundApplication, "feeRecipient" | "furtherFee"> & {
  application: Pick<FoundApplication["application"], "totalAmountDue" | "governmentFee" | "serviceFee">;
};

/** What is due, in words; no amount where nothing is (W-START-13). */
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

/** What is to be paid for a draft, how, and what is refunded, before and after it is submitted (F-APPL-8). */
export async function paymentTerms(found: Priced) {
  return {
    ...describeFee(found),
    /** What the service's page promises of a fee that the government may change; null where none is. */
    confirmed: feeConfirmed([found.application]),
    ...(await paymentTexts(db)),
  };
}
