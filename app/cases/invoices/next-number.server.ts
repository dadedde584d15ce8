import { sql } from "drizzle-orm";
import { nassauZone } from "~/core/time";
import type { Transaction } from "~/db/client.server";
import { invoiceNumbers } from "~/db/schema/invoices";
import type { InvoiceKind } from "~/db/schema/values";

const prefixes: Record<InvoiceKind, string> = { invoice: "LI", credit_note: "LC" };

/**
 * Takes the next number of a kind in its Nassau year, with the instant and day of issue; null for sample people. The
 * number's row stays locked until the transaction ends, so that a rollback leaves no gap.
 */
export async function takeNumber(tx: Transaction, kind: InvoiceKind, { isSample }: { isSample: boolean }) {
  // `clock_timestamp()`, not `now()`: this transaction may have waited for another, and invoices are ordered by it.
  const clock = await tx.execute<{ at: string; day: string }>(
    sql`select at::text, (at at time zone ${nassauZone})::date::text as day from (select clock_timestamp() as at) as clock`,
  );
  const { at, day: issuedOn } = clock.rows[0] ?? { at: "now", day: "" };
  const year = Number(issuedOn.slice(0, 4));
  const issued = { issuedOn, createdAt: sql<Date>`${at}::timestamptz` };
  if (isSample) return { ...issued, number: null };
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceNumbers.kind, invoiceNumbers.year],
      set: { last: sql`${invoiceNumbers.last} + 1` },
    })
    .returning();
  if (!row) throw new Error(`No number of kind ${kind} was given`);
  return { ...issued, number: `${prefixes[kind]}-${year}-${String(row.last).padStart(6, "0")}` };
}
