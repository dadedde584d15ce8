import { and, asc, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { highestCents, storedCents } from "~/core/prices/money";
import type { Fees } from "~/core/prices/price";
import { nassauZone } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { receiptNumbers, ledgerEntries as t } from "~/db/schema/case";
import type { Reader } from "./entry-words";
import { type Figures, figuresOf, netReceived, paymentStatusOf, reversedIn } from "./figures";
import { chargesOf } from "./price-charges";

export type LedgerEntry = typeof t.$inferSelect;
/** The ledger's application, which verbs have locked. */
type Owner = Pick<typeof visaApplications.$inferSelect, "id" | "isSample">;

/** Applicants don't see entries that can still be undone. */
const isShown = or(isNull(t.shownFrom), lte(t.shownFrom, sql`clock_timestamp()`));

/** The entries of a ledger, oldest first. */
export const entriesOf = (from: Queryable, applicationId: string, reader: Reader = "staff"): Promise<LedgerEntry[]> =>
  from
    .select()
    .from(t)
    .where(and(eq(t.applicationId, applicationId), reader === "applicant" ? isShown : undefined))
    .orderBy(asc(t.createdAt), asc(t.kind), asc(t.id));

type NewEntry = Omit<typeof t.$inferInsert, "applicationId" | "createdAt" | "receiptNumber">;

/**
 * Adds an entry. `receipt`: takes the next number of the year in Nassau, except for sample people. The number's row
 * stays locked until the transaction ends, so that a rollback leaves no gap.
 */
export async function addEntry(
  tx: Transaction,
  { id: applicationId, isSample }: Owner,
  entry: NewEntry,
  { receipt = false }: { receipt?: boolean } = {},
): Promise<LedgerEntry> {
  // `clock_timestamp()`, not `now()`: entries are ordered by it, and this transaction may have waited for another.
  const clock = await tx.execute<{ at: string; year: number }>(
    sql`select at::text, extract(year from at at time zone ${nassauZone})::int as year
        from (select clock_timestamp() as at) as clock`,
  );
  const { at, year } = clock.rows[0] ?? { at: "now", year: 0 };
  const receiptNumber = receipt && !isSample ? await nextReceiptNumber(tx, year) : null;
  const [row] = await tx
    .insert(t)
    .values({ ...entry, applicationId, receiptNumber, createdAt: sql`${at}::timestamptz` })
    .returning();
  if (!row) throw new Error("The ledger returned no row");
  return row;
}

/**
 * Gives an entry the next receipt number of its year once it can't be undone; null if it has one, belongs to a sample
 * person, or was undone.
 */
export async function numberEntry(
  tx: Transaction,
  { id: applicationId, isSample }: Owner,
  id: string,
): Promise<string | null> {
  if (isSample) return null;
  const isWaiting = and(
    eq(t.id, id),
    eq(t.applicationId, applicationId),
    isNull(t.receiptNumber),
    isNotNull(t.shownFrom),
  );
  const [entry] = await tx
    .select({ year: sql<number>`extract(year from ${t.createdAt} at time zone ${nassauZone})::int` })
    .from(t)
    .where(isWaiting)
    .for("update");
  if (!entry) return null;
  const receiptNumber = await nextReceiptNumber(tx, entry.year);
  await tx.update(t).set({ receiptNumber }).where(eq(t.id, id));
  return receiptNumber;
}

async function nextReceiptNumber(tx: Transaction, year: number): Promise<string> {
  const [row] = await tx
    .insert(receiptNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning();
  if (!row) throw new Error("No receipt number was given");
  return `LR-${year}-${String(row.last).padStart(6, "0")}`;
}

/**
 * Writes the ledger's totals to the application, in the transaction of every entry. Refuses amounts that the columns
 * can't store.
 */
export async function updateBalances(tx: Transaction, applicationId: string) {
  const figures = figuresOf(await entriesOf(tx, applicationId));
  if (figures.due > highestCents || figures.paid > highestCents)
    return refuse("invalid", "The total is more than we can record.");
  await tx.update(visaApplications).set(columnsOf(figures)).where(eq(visaApplications.id, applicationId));
  return { ok: true as const, figures };
}

/** The application's columns for these totals. */
export const columnsOf = (figures: Figures) => ({
  totalAmountDue: storedCents(figures.due),
  amountPaid: storedCents(netReceived(figures)),
  paymentStatus: paymentStatusOf(figures),
});

/** Charges a price: at the submission, or when staff set another. */
export async function chargePrice(
  tx: Transaction,
  application: Owner,
  price: Fees,
  adminEmail: string | null = null,
): Promise<void> {
  for (const charge of chargesOf(price))
    await addEntry(tx, application, { ...charge, kind: "charge", ofPrice: true, adminEmail });
}

/** Reverses the present price and charges another. The caller updates the totals. */
export async function chargeOtherPrice(
  tx: Transaction,
  application: Owner,
  price: Fees,
  { reason, adminEmail }: { reason: string; adminEmail: string },
): Promise<void> {
  for (const { id: reverses, amount, name } of priceChargesIn(await entriesOf(tx, application.id)))
    await addEntry(tx, application, { kind: "reversal", amount, name, reverses, reason, adminEmail });
  await chargePrice(tx, application, price, adminEmail);
}

/** The charges of the price in force. */
export const priceChargesIn = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const reversed = reversedIn(entries);
  return entries.filter(({ id, ofPrice }) => ofPrice && !reversed.has(id));
};

/** The price in force, without extra charges. */
export function priceIn(entries: readonly LedgerEntry[]): string {
  const { due, direct } = figuresOf(priceChargesIn(entries));
  return storedCents(due + direct);
}
