import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { ledgerEntries } from "./case";
import { invoices } from "./invoices";

/** The charges of an invoice. A trigger refuses a charge that is on another valid one. */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    entryId: uuid()
      .notNull()
      .references(() => ledgerEntries.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.entryId] }), index().on(t.entryId)],
);
