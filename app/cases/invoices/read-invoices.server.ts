import { asc, eq } from "drizzle-orm";
import type { Reader } from "~/cases/fees/entry-words";
import { entriesOf } from "~/cases/fees/ledger.server";
import type { Cents } from "~/core/prices/money";
import type { Queryable } from "~/db/client.server";
import { invoiceLines } from "~/db/schema/invoice-lines";
import { invoices } from "~/db/schema/invoices";
import { allocate } from "./allocation";

type Row = typeof invoices.$inferSelect;

/** An invoice with what is paid and open on it, its charges, and the credit note that voided it. */
export type Invoice = Row & {
  paid: Cents;
  open: Cents;
  isVoid: boolean;
  /** The entries of its charges. */
  charges: string[];
  creditNote: Row | null;
};

/** The invoices of an application, newest first, as their reader may see the ledger. */
export const invoicesOf = async (
  from: Queryable,
  applicationId: string,
  reader: Reader = "staff",
): Promise<Invoice[]> => (await readInvoices(from, applicationId, reader)).invoices;

export type Ledger = Awaited<ReturnType<typeof readInvoices>>;

/** The same, with the ledger and what is on none of them. */
export async function readInvoices(from: Queryable, applicationId: string, reader: Reader = "staff") {
  const entries = await entriesOf(from, applicationId, reader);
  const rows = await from
    .select()
    .from(invoices)
    .where(eq(invoices.applicationId, applicationId))
    .orderBy(asc(invoices.createdAt), asc(invoices.id));
  const lines = rows.length > 0 ? await linesOf(from, applicationId) : [];
  const creditNoteOf = ({ id }: Row) => rows.find(({ voids }) => voids === id) ?? null;
  const made = rows.filter(({ kind }) => kind === "invoice");
  const allocation = allocate(
    entries,
    made.map((row) => ({ id: row.id, amount: row.amount, isVoid: creditNoteOf(row) !== null })),
    lines,
  );
  const all: Invoice[] = made.toReversed().map((row) => {
    const { paid = 0n, open = 0n, isVoid = false } = allocation.invoices.get(row.id) ?? {};
    const charges = lines.filter(({ invoiceId }) => invoiceId === row.id).map(({ entryId }) => entryId);
    return { ...row, paid, open, isVoid, charges, creditNote: creditNoteOf(row) };
  });
  return { entries, invoices: all, lines, allocation };
}

const linesOf = (from: Queryable, applicationId: string) =>
  from
    .select({ invoiceId: invoiceLines.invoiceId, entryId: invoiceLines.entryId })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .where(eq(invoices.applicationId, applicationId));

/** The name of an invoice or credit note. Sample people's have no number. */
export const invoiceName = ({ number }: Pick<Row, "number">): string => number ?? "Sample invoice";
