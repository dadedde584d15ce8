import { paymentTexts } from "~/content/settings/settings.server";
import { centsOf, exactUsd } from "~/core/prices/money";
import { calendarDate, calendarLongDate, nassauDay } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { describeBalance, formatBalance, methodLabels, payeeLabels, type Reader } from "./entry-words";
import { balanceOf, figuresOf, netReceived, reversedIn } from "./figures";
import { columnsOf, entriesOf, type LedgerEntry } from "./ledger.server";
import { ourFee } from "./price-charges";

export type Fees = Awaited<ReturnType<typeof readFees>>;
export type ShownEntry = Fees["entries"][number];

/** The ledger of a submitted application, formatted for its reader. */
export async function readFees(from: Queryable, applicationId: string, reader: Reader = "applicant") {
  const entries = await entriesOf(from, applicationId, reader);
  const texts = await paymentTexts(from);
  const figures = figuresOf(entries);
  const balance = balanceOf(figures);
  const reversed = reversedIn(entries);
  return {
    applicationId,
    entries: entries.flatMap((entry) => {
      const credit = figures.credits.get(entry.id);
      const row = shown(entry, entries, reversed, texts.hasOwnRefundTerms);
      return credit === undefined ? [row] : [row, creditOf(row, exactUsd(-credit))];
    }),
    due: exactUsd(figures.due),
    paid: exactUsd(netReceived(figures)),
    refunded: figures.refunded > 0n ? exactUsd(figures.refunded) : null,
    columns: columnsOf(figures),
    /** Paid to an authority directly, in no total above. */
    direct: figures.direct > 0n ? exactUsd(figures.direct) : null,
    balance: formatBalance(balance, reader),
    standing: describeBalance(figures.due, balance, reader),
    isUnpaid: balance > 0n && netReceived(figures) === 0n,
    ...texts,
  };
}

function shown(
  entry: LedgerEntry,
  entries: readonly LedgerEntry[],
  reversed: ReadonlySet<string>,
  hasOwnTerms: boolean,
) {
  const { id, kind, payee, method, paidOn, reference, reason, receiptNumber } = entry;
  const counterpart = entries.find((candidate) => candidate.id === entry.reverses);
  const isReversed = reversed.has(id);
  return {
    id,
    kind,
    name: kind === "reversal" ? `Reversal: ${counterpart?.name ?? entry.name}` : entry.name,
    /** The change of the balance with us, signed; unsigned for a charge that is not owed to us. */
    amount: exactUsd(signed(entry, counterpart)),
    isOurs: payee !== "directly" && counterpart?.payee !== "directly",
    isReversed,
    details: [
      payee ? payeeLabels[payee] : null,
      kind === "charge" && !isReversed ? refundableWords(entry, hasOwnTerms) : null,
      method ? methodLabels[method] : null,
      reference || null,
      calendarDate(paidOn ?? nassauDay(entry.createdAt)),
    ].filter((part) => part !== null),
    reason,
    refundableUntil: entry.refundableUntil,
    /** Text that applies without a day of its own. */
    withoutDay: refundableWords({ ...entry, refundableUntil: null }, hasOwnTerms) ?? "as the terms say",
    receiptNumber,
    mayReverse: kind !== "reversal" && !isReversed,
    by: entry.adminEmail,
  };
}

/** The credit of a refund as a row of its own, so that the amounts add up. */
const creditOf = (refund: ReturnType<typeof shown>, amount: string): ReturnType<typeof shown> => ({
  ...refund,
  ...{ id: `credit-${refund.id}`, name: "Credit on the fees", amount, details: ["The price falls with the refund"] },
  ...{ reason: null, receiptNumber: null, mayReverse: false },
});

/**
 * Until when a charge is refunded. Without a day of its own our fee follows our terms, unless the office has others.
 * Null for a price in one charge: nobody refunds the government's part.
 */
function refundableWords(charge: LedgerEntry, hasOwnTerms: boolean): string | null {
  const { refundableUntil: day, payee, ofPrice, name } = charge;
  if (day) return `Refundable until ${calendarLongDate(day)}`;
  if (hasOwnTerms || !ofPrice || payee !== "us") return "Not refundable";
  return name === ourFee ? "Refundable until we begin our work" : null;
}

function signed({ kind, amount }: LedgerEntry, counterpart: LedgerEntry | undefined): bigint {
  const cents = centsOf(amount);
  if (kind === "payment") return -cents;
  if (kind === "reversal") return counterpart ? -signed(counterpart, undefined) : cents;
  return cents;
}
