import { balanceOf, type Figures } from "~/cases/fees/figures";
import { type Cents, exactUsd, storedCents } from "~/core/prices/money";

/** To confirm before a payment or refund is recorded. */
export type EntryQuestion = {
  /** Returns as `confirmed`, so that a yes is valid for this amount and this balance alone. */
  key: string;
  text: string;
  /** For a refund: the amount that becomes owed again unless the price falls too; null if that is not asked. */
  owed: string | null;
};

type Moved = { kind: "payment" | "refund"; amount: Cents };
/** The chosen invoice of a payment. */
type Chosen = { id: string; name: string; open: Cents };

/** What a refund makes owed again if the price stays: an overpaid amount is not owed. */
export function owedAgain(amount: Cents, figures: Figures): Cents {
  const after = balanceOf(figures) + amount;
  return after <= 0n ? 0n : after < amount ? after : amount;
}

/** The question about an entry; null if none is needed. A payment is compared with what is open on its invoice. */
export function questionAbout(
  { kind, amount }: Moved,
  figures: Figures,
  invoice: Chosen | null = null,
): EntryQuestion | null {
  const balance = balanceOf(figures);
  const open = invoice ? invoice.open : balance > 0n ? balance : 0n;
  const at = invoice ? `${storedCents(open)} of ${invoice.id}` : storedCents(balance);
  const key = `${kind} of ${storedCents(amount)} at ${at}`;
  const isRight = `Is ${exactUsd(amount)} right?`;
  if (kind === "payment") {
    const where = invoice ? ` on ${invoice.name}` : "";
    return amount > open
      ? { key, text: `This is ${exactUsd(amount - open)} more than is open${where}. ${isRight}`, owed: null }
      : null;
  }
  const owed = owedAgain(amount, figures);
  const why = owed > 0n ? "This pays money back." : "This pays back what was paid too much.";
  return { key, text: `${why} ${isRight}`, owed: owed > 0n ? exactUsd(owed) : null };
}
