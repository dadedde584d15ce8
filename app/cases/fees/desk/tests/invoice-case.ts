import { randomUUID } from "node:crypto";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { balanceOf, figuresOf } from "~/cases/fees/figures";
import { assignEntry } from "~/cases/invoices/assign-entry.server";
import { makeInvoice } from "~/cases/invoices/make-invoice.server";
import { readInvoices } from "~/cases/invoices/read-invoices.server";
import { voidByHand } from "~/cases/invoices/void-invoice.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { Case } from "./cases";

/** What staff do with the invoices of a case. */
export class InvoiceCase extends Case {
  static override async of(...[database, by, columns]: Parameters<typeof Case.of>): Promise<InvoiceCase> {
    return new InvoiceCase(database, by, await Case.of(database, by, columns));
  }

  ledger() {
    return readInvoices(db, this.id);
  }
  /** Makes an invoice of all charges that are on none, unless `fields` say otherwise. */
  async invoice(fields: Record<string, unknown> = {}) {
    const { allocation, entries } = await this.ledger();
    const charges = allocation.charges.filter((id) =>
      entries.some((entry) => entry.id === id && entry.amount > "0.00"),
    );
    const form = {
      charges,
      invoicedTo: "Maria Santos\nBay Street 1\nNassau",
      dueOn: nassauDay(),
      attempt: randomUUID(),
    };
    return makeInvoice(this.by, { applicationId: this.id, ...form, ...fields });
  }
  /** The same for a test that needs one. */
  async invoiced(fields: Record<string, unknown> = {}) {
    const made = await this.invoice(fields);
    if (!made.ok) throw new Error(`No invoice was made: ${made.message}`);
    return made;
  }
  void(invoice: string, reason = "It has a wrong name.", attempt: string = randomUUID()) {
    return voidByHand(this.by, { applicationId: this.id, invoice, reason, attempt });
  }
  assign(entry: string, invoice: string) {
    return assignEntry(this.by, { applicationId: this.id, entry, invoice });
  }
  /** Undoes what this admin did last. */
  async undo() {
    return undo(this.by, { offer: (await readOpenOffer(this.by.staff))?.id });
  }
  async reverseAnyway(entry: string) {
    const first = await this.reverse(entry);
    return "question" in first ? this.reverse(entry, "It was recorded twice.", undefined, first.question.key) : first;
  }

  /** Open amounts by invoice, newest first. */
  async open() {
    return (await this.ledger()).invoices.map(({ open }) => Number(open) / 100);
  }
  /** The stored open amounts. */
  openRows() {
    return this.database.query<{ invoice: string; open: string }>(
      "select invoice_id as invoice, open from open_invoices where application_id = $1 order by open",
      [this.id],
    );
  }

  /** Both sides of the balance that invoices and ledger must agree on, and the stored open amounts. */
  async balances() {
    const { entries, invoices, allocation } = await this.ledger();
    const open = invoices.reduce((sum, invoice) => sum + invoice.open, 0n);
    return {
      ledger: balanceOf(figuresOf(entries)),
      invoices: open + allocation.uninvoiced - allocation.unassigned,
    };
  }
}

/** Numbers of invoices and credit notes of this year, and the last that was taken. */
export function invoiceNumbers(database: Case["database"]) {
  const year = nassauDay().slice(0, 4);
  return {
    numberOf: (kind: "LI" | "LC", n: number) => `${kind}-${year}-${String(n).padStart(6, "0")}`,
    async lastNumber(kind: "invoice" | "credit_note") {
      const [row] = await database.query<{ last: number }>(
        "select last from invoice_numbers where kind = $1 and year = $2",
        [kind, Number(year)],
      );
      return row?.last ?? 0;
    },
  };
}
