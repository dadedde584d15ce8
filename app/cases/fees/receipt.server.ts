import { and, eq } from "drizzle-orm";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { centsOf, exactUsd } from "~/core/prices/money";
import { calendarLongDate, nassauRecordMoment, utcMoment } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { ledgerEntries } from "~/db/schema/case";
import { visaServices } from "~/db/schema/catalogue";
import { loadSender } from "~/mail/sender.server";
import { formatBalance, methodLabels } from "./entry-words";
import { balanceOf, figuresOf } from "./figures";
import { entriesOf, type LedgerEntry } from "./ledger.server";

/** The facts of a receipt. They follow from immutable entries, so the receipt never changes. */
export type ReceiptFacts = Awaited<ReturnType<typeof readReceipt>> & object;

/** The receipt of an application by its number; undefined if there is none. */
export async function readReceipt(from: Queryable, applicationId: string, number: string) {
  const [found] = await from
    .select({ application: visaApplications, serviceName: visaServices.serviceName })
    .from(ledgerEntries)
    .innerJoin(visaApplications, eq(visaApplications.id, ledgerEntries.applicationId))
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(and(eq(ledgerEntries.applicationId, applicationId), eq(ledgerEntries.receiptNumber, number)));
  if (!found) return undefined;
  const { application, serviceName } = found;
  const entries = await entriesOf(from, applicationId);
  const entry = entries.find(({ receiptNumber }) => receiptNumber === number);
  return entry && { ...factsOf(entries, entry), ...(await partiesOf(from, application, serviceName)) };
}

async function partiesOf(
  from: Queryable,
  application: typeof visaApplications.$inferSelect,
  serviceName: string | null,
) {
  return {
    applicationNumber: application.applicationNumber,
    serviceName: serviceName ?? "Visa Application",
    name: nameIn(application),
    sender: await loadSender(from),
  };
}

function factsOf(entries: readonly LedgerEntry[], entry: LedgerEntry) {
  const reversed = entries.find(({ id }) => id === entry.reverses);
  const paid = reversed ?? entry;
  // The balance at the time of this entry; later entries have receipts of their own.
  const figures = figuresOf(entries.slice(0, entries.indexOf(entry) + 1));
  const credit = figures.credits.get(entry.id);
  return {
    number: entry.receiptNumber ?? "",
    kind: entry.kind === "refund" ? ("refund" as const) : reversed ? ("reversal" as const) : ("payment" as const),
    /** The reversed entry, with the number of its receipt if it has one. */
    reversed: reversed
      ? { kind: reversed.kind === "refund" ? "refund" : "payment", number: reversed.receiptNumber }
      : null,
    reason: entry.reason,
    amount: exactUsd(centsOf(entry.amount)),
    method: paid.method ? methodLabels[paid.method] : "Not recorded",
    day: paid.paidOn ? calendarLongDate(paid.paidOn) : "Not recorded",
    reference: paid.reference,
    /** By how much the refund lowers the price. */
    credit: credit === undefined ? null : exactUsd(credit),
    balance: formatBalance(balanceOf(figures)),
    issuedAt: entry.createdAt,
    issued: [utcMoment(entry.createdAt), nassauRecordMoment(entry.createdAt)],
  };
}

export const receiptLabel = ({ kind, reversed }: Pick<ReceiptFacts, "kind" | "reversed">): string =>
  kind === "reversal" ? `Reversal of a ${reversed?.kind}` : kind === "refund" ? "Refund" : "Payment";
