import { chargesOf } from "~/cases/fees/price-charges";
import { centsOf } from "~/core/prices/money";
import { nassauDay } from "~/core/time";
import type { ledgerEntries } from "~/db/schema/case";
import type { Clock } from "./clock";
import type { ApplicationRow } from "./shape";

type Entry = typeof ledgerEntries.$inferInsert;
const hour = 3_600_000;
const methods = ["card", "bank_transfer", "cash"] as const;

/** The ledger of a submitted application, as its columns have it: invented people get no receipts (C-FEE-7). */
export function ledgerOf(row: ApplicationRow, clock: Clock, index: number): Entry[] {
  const { id: applicationId, submittedAt, totalAmountDue = "0", governmentFee = null, serviceFee = null } = row;
  if (!submittedAt) return [];
  const charges = chargesOf({ total: totalAmountDue, governmentFee, serviceFee }).map(
    (charge, index): Entry => ({
      ...{ ...charge, applicationId, kind: "charge", ofPrice: true },
      createdAt: new Date(submittedAt.getTime() + index),
    }),
  );
  const moved = (kind: "payment" | "refund", amount: string, after: number): Entry => {
    const createdAt = clock.later(submittedAt, after);
    const name = kind === "refund" ? "Refund" : "Payment";
    const method = methods[index % methods.length] ?? "card";
    // Nobody is asked to pay again what was paid back.
    const credit = kind === "refund" ? amount : null;
    return { applicationId, kind, amount, credit, name, method, paidOn: nassauDay(createdAt), createdAt };
  };
  const isRefunded = row.paymentStatus === "refunded";
  const paid = isRefunded ? totalAmountDue : (row.amountPaid ?? "0");
  return [
    ...charges,
    ...(centsOf(paid) > 0n ? [moved("payment", paid, 2 * hour)] : []),
    ...(isRefunded ? [moved("refund", paid, 50 * hour)] : []),
  ];
}
