import { paymentTexts } from "~/content/settings/settings.server";
import type { Queryable } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { centsOf, exactUsd } from "~/ground/prices/money";
import { calendarDate, calendarLongDate, nassauDay } from "~/ground/time";
import { balanceWords, methodWords, payeeWords, type Reader, standingWords } from "./entry-words";
import { balanceOf, figuresOf, keptOf, reversedIn } from "./figures";
import { columnsOf, entriesOf, type LedgerEntry } from "./ledger.server";

export type Fees = Awaited<ReturnType<typeof readFees>>;
export type ShownEntry = Fees["entries"][number];

type Application = Pick<
  typeof visaApplications.$inferSelect,
  "id" | "submittedAt" | "totalAmountDue" | "amountPaid" | "isSample"
>;

/** The ledger of a submitted application in words, as its reader sees it. */
export async function readFees(from: Queryable, application: Application, reader: Reader = "applicant") {
  const entries = await entriesOf(from, application, reader);
  const texts = await paymentTexts(from);
  const figures = figuresOf(entries);
  const balance = balanceOf(figures);
  const reversed = reversedIn(entries);
  return {
    applicationId: application.id,
    entries: entries.flatMap((entry) => {
      const credit = figures.credits.get(entry.id);
      const row = shown(entry, entries, reversed);
      return credit === undefined ? [row] : [row, creditOf(row, exactUsd(-credit))];
    }),
    due: exactUsd(figures.due),
    paid: exactUsd(keptOf(figures)),
    refunded: figures.refunded > 0n ? exactUsd(figures.refunded) : null,
    columns: columnsOf(figures),
    /** What is paid to an authority directly, which is part of no sum above. */
    direct: figures.direct > 0n ? exactUsd(figures.direct) : null,
    balance: balanceWords(balance, reader),
    standing: standingWords(figures.due, balance, reader),
    isOpen: balance > 0n,
    ...texts,
  };
}

function shown(entry: LedgerEntry, entries: readonly LedgerEntry[], reversed: ReadonlySet<string>) {
  const { id, kind, payee, method, paidOn, reference, reason, receiptNumber } = entry;
  const counterpart = entries.find((one) => one.id === entry.reverses);
  const isReversed = reversed.has(id);
  return {
    id,
    kind,
    name: kind === "reversal" ? `Reversal: ${counterpart?.name ?? entry.name}` : entry.name,
    /** What it adds to the balance with us, signed; a charge that is not due to us unsigned. */
    amount: exactUsd(signed(entry, counterpart)),
    isOurs: payee !== "directly" && counterpart?.payee !== "directly",
    isReversed,
    details: [
      payee ? payeeWords[payee] : null,
      kind === "charge" && !isReversed ? refundableWords(entry) : null,
      method ? methodWords[method] : null,
      reference || null,
      calendarDate(paidOn ?? nassauDay(entry.createdAt)),
    ].filter((part) => part !== null),
    reason,
    refundableUntil: entry.refundableUntil,
    withoutDay: refundableWords({ ...entry, refundableUntil: null }),
    receiptNumber,
    mayReverse: kind !== "reversal" && !isReversed,
    by: entry.adminEmail,
  };
}

/** By how much the price falls with a refund: a row of its own, so that the amounts add up. */
const creditOf = (refund: ReturnType<typeof shown>, amount: string): ReturnType<typeof shown> => ({
  ...refund,
  ...{ id: `credit-${refund.id}`, name: "Credit on the fees", amount, details: ["The price falls with the refund"] },
  ...{ reason: null, receiptNumber: null, mayReverse: false },
});

/** Until when a charge is refunded: without a day of its own, our fee as the terms promise it (F-APPL-8). */
function refundableWords({ refundableUntil: day, payee, ofPrice }: LedgerEntry): string {
  if (day) return `Refundable until ${calendarLongDate(day)}`;
  return ofPrice && payee === "us" ? "Refundable until we begin our work" : "Not refundable";
}

function signed({ kind, amount }: LedgerEntry, counterpart: LedgerEntry | undefined): bigint {
  const cents = centsOf(amount);
  if (kind === "payment") return -cents;
  if (kind === "reversal") return counterpart ? -signed(counterpart, undefined) : cents;
  return cents;
}
