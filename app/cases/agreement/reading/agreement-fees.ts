import { ourFee } from "~/cases/fees/price-charges";
import { type Cents, centsOf, storedCents, usdAndCents } from "~/core/prices/money";
import type { ledgerEntries } from "~/db/schema/case";

type Charge = Pick<typeof ledgerEntries.$inferSelect, "amount" | "payee" | "name" | "ofPrice">;

type AgreementFees = { ours: string | null; government: string | null; total: string };

/**
 * What an agreement says of the charges in force. Our fee and the government's are null while the price is one charge
 * whose parts are unknown.
 */
export function agreementFees(charges: readonly Charge[]): AgreementFees {
  const sum = (counted: readonly Charge[]) => counted.reduce((cents, { amount }) => cents + centsOf(amount), 0n);
  const total = inDollars(sum(charges));
  const isUnsplit = charges.some(({ ofPrice, payee, name }) => ofPrice && payee === "us" && name !== ourFee);
  if (isUnsplit) return { ours: null, government: null, total };
  const [ours, others] = [charges.filter(({ payee }) => payee === "us"), charges.filter(({ payee }) => payee !== "us")];
  // A price of $0 to the government means that the applicant pays it there, and that we don't know how much.
  const isUnknown =
    others.length > 0 && others.every(({ payee, amount }) => payee === "directly" && centsOf(amount) === 0n);
  return { ours: inDollars(sum(ours)), government: isUnknown ? "paid by you directly" : inDollars(sum(others)), total };
}

const inDollars = (cents: Cents) => usdAndCents(storedCents(cents));
