import { and, eq, gte, inArray, notInArray, sql } from "drizzle-orm";
import { updateBalances } from "~/cases/fees/ledger.server";
import { storedCents } from "~/core/prices/money";
import type { Transaction } from "~/db/client.server";
import { openInvoices, payLinks } from "~/db/schema/invoices";
import { endPayLinks } from "./pay-links/end-pay-links.server";
import { readInvoices } from "./read-invoices.server";

/**
 * Writes what follows from a ledger: the application's totals, the open amounts of its invoices, and the end of the pay
 * links of those that are paid or void. Call it in the transaction of every entry, invoice and credit note.
 */
export async function updateLedgerTotals(tx: Transaction, applicationId: string) {
  const settled = await updateBalances(tx, applicationId);
  if (settled.ok) await updateOpenInvoices(tx, applicationId);
  return settled;
}

async function updateOpenInvoices(tx: Transaction, applicationId: string): Promise<void> {
  const { invoices } = await readInvoices(tx, applicationId);
  if (invoices.length === 0) return;
  const rows = invoices.flatMap(({ id: invoiceId, dueOn, open }) =>
    dueOn && open > 0n ? [{ invoiceId, applicationId, dueOn, open: storedCents(open) }] : [],
  );
  const open = rows.map(({ invoiceId }) => invoiceId);
  await tx
    .delete(openInvoices)
    .where(and(eq(openInvoices.applicationId, applicationId), notInArray(openInvoices.invoiceId, open)));
  if (rows.length > 0)
    await tx
      .insert(openInvoices)
      .values(rows)
      .onConflictDoUpdate({ target: openInvoices.invoiceId, set: { open: sql`excluded.open` } });
  for (const invoice of invoices)
    if (invoice.open === 0n) await endPayLinks(tx, invoice.id, invoice.isVoid ? "void" : "paid", null);
}

/** After an undo: the links that this payment ended are shown again, unless another one took their place since. */
export async function reopenPayLinks(tx: Transaction, applicationId: string, paidAt: Date): Promise<void> {
  const open = tx
    .select({ id: openInvoices.invoiceId })
    .from(openInvoices)
    .where(eq(openInvoices.applicationId, applicationId));
  const isNewest = sql`not exists (select from pay_links later where later.invoice_id = ${payLinks.invoiceId}
    and (later.created_at, later.id) > (${payLinks.createdAt}, ${payLinks.id}))`;
  const wasEnded = and(eq(payLinks.endedAs, "paid"), gte(payLinks.endedAt, paidAt));
  await tx
    .update(payLinks)
    .set({ endedAt: null, endedAs: null })
    .where(and(wasEnded, isNewest, inArray(payLinks.invoiceId, open)));
}
