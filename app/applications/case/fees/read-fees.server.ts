import { paymentTexts } from "~/content/settings/settings.server";
import type { Queryable } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { centsOf, exactUsd } from "~/ground/prices/money";
import { calendarDate, calendarLongDate, nassauDay } from "~/ground/time";
import { balanceWords, methodWords, payeeWords } from "./entry-words";
import { balanceOf, type Figures, figuresOf, keptOf, reversedIn } from "./figures";
import { entriesOf, type LedgerEntry } from "./ledger.server";

export type Fees = Awaited<ReturnType<typeof readFees>>;
export type ShownEntry = Fees["entries"][number];

type Application = Pick<
  typeof visaApplications.$inferSelect,
  "id" | "submittedAt" | "totalAmountDue" | "amountPaid" | "isSample"
>;

/** The ledger of a submitted application in words, as the page and the desk show it. */
export async function readFees(from: Queryable, application: Application) {
  const entries = await entriesOf(from, application);
  const { paymentInstructions, refundTerms, phone } = await paymentTexts(from);
  const figures = figuresOf(entries);
  const reversed = reversedIn(entries);
  return {
    applicationId: application.id,
    entries: entries.map((entry) => shown(entry, entries, reversed)),
    due: exactUsd(figures.due),
    paid: exactUsd(keptOf(figures)),
    refunded: figures.refunded > 0n ? exactUsd(figures.refunded) : null,
    balance: balanceWords(balanceOf(figures)),
    standing: standingOf(figures),
    howToPay: paymentInstructions || "Please call us to pay.",
    /** Where to call, when that is how to pay. */
    phone: paymentInstructions ? "" : phone,
    refundTerms: refundTerms || "Government fees are not refunded by us.",
  };
}

/** In one sentence what is to be done. */
function standingOf(figures: Figures): string {
  const balance = balanceOf(figures);
  if (figures.due === 0n && balance === 0n) return "There is nothing to pay.";
  if (balance === 0n) return "Everything that is due to us is paid.";
  if (balance < 0n) return `You have paid ${exactUsd(-balance)} more than is due to us.`;
  return `${exactUsd(balance)} is to be paid to us.`;
}

function shown(entry: LedgerEntry, entries: readonly LedgerEntry[], reversed: ReadonlySet<string>) {
  const { id, kind, payee, refundableUntil, method, paidOn, reference, reason, receiptNumber } = entry;
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
      kind === "charge" && !isReversed ? refundableWords(refundableUntil) : null,
      method ? methodWords[method] : null,
      reference || null,
      calendarDate(paidOn ?? nassauDay(entry.createdAt)),
    ].filter((part) => part !== null),
    reason,
    refundableUntil,
    receiptNumber,
    mayReverse: kind !== "reversal" && !isReversed,
    by: entry.adminEmail,
  };
}

const refundableWords = (day: string | null) => (day ? `Refundable until ${calendarLongDate(day)}` : "Not refundable");

function signed({ kind, amount }: LedgerEntry, counterpart: LedgerEntry | undefined): bigint {
  const cents = centsOf(amount);
  if (kind === "payment") return -cents;
  if (kind === "reversal") return counterpart ? -signed(counterpart, undefined) : cents;
  return cents;
}
