import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { createdAt, id, instant, money } from "./columns";
import { invoiceKinds, payLinkEnds } from "./values";

const applicationId = () =>
  uuid()
    .notNull()
    .references(() => visaApplications.id, { onDelete: "cascade" });

/** What an invoice states, as it was when it was made: its PDF is drawn from this alone. Amounts as in the ledger. */
export type InvoiceFacts = {
  title: string;
  number: string | null;
  issuedOn: string;
  dueOn: string | null;
  applicationNumber: string;
  serviceName: string;
  seller: { name: string; address: string[]; phone: string; email: string; tin: string | null };
  invoicedTo: string[];
  charges: { name: string; amount: string }[];
  /** Null unless the office is registered for VAT. */
  vat: { percent: string; of: string; amount: string } | null;
  total: string;
  /** Already paid on it when it was made. */
  paid: string;
  toPay: string;
  paymentInstructions: string;
  refundTerms: string;
  note: string;
  currencyNote: string;
  payLink: { url: string; host: string; amount: string } | null;
  /** Of a credit note: the number of the invoice that it voids, and why. */
  voids: { number: string; reason: string } | null;
};

/**
 * Invoices, and the credit notes that void them. A trigger refuses updates, and a deletion other than with its case.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: id(),
    applicationId: applicationId(),
    kind: text({ enum: invoiceKinds }).notNull(),
    /** `LI-2026-000042` or `LC-2026-000007`; null for sample people. */
    number: text().unique(),
    /** The invoice that a credit note voids. */
    voids: uuid().unique(),
    facts: jsonb().$type<InvoiceFacts>().notNull(),
    amount: money().notNull(),
    /** Contained in the amount. */
    vat: money().notNull().default("0"),
    issuedOn: date().notNull(),
    /** Of an invoice. */
    dueOn: date(),
    reason: text(),
    adminEmail: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
    check("invoices_kind", sql`${t.kind} in ('invoice', 'credit_note')`),
    check(
      "invoices_parts",
      sql`(${t.kind} = 'credit_note') = (${t.voids} is not null) and (${t.kind} = 'credit_note') = (${t.reason} is not null) and (${t.kind} = 'invoice') = (${t.dueOn} is not null)`,
    ),
    check("invoices_amount", sql`${t.amount} >= 0 and ${t.vat} between 0 and ${t.amount}`),
    check("invoices_reasoned", sql`char_length(${t.reason}) > 0`),
  ],
);

/** The last number of a kind and Nassau year, taken in the transaction that makes it: numbers have no gaps. */
export const invoiceNumbers = pgTable(
  "invoice_numbers",
  { kind: text({ enum: invoiceKinds }).notNull(), year: integer().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
);

/** Valid invoices with something left to pay, written with every entry of their ledger. */
export const openInvoices = pgTable(
  "open_invoices",
  {
    invoiceId: uuid()
      .primaryKey()
      .references(() => invoices.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    dueOn: date().notNull(),
    open: money().notNull(),
  },
  (t) => [index().on(t.dueOn, t.invoiceId), index().on(t.applicationId)],
);

/** Links to a payment page of another provider, pasted by staff. They are shown, never requested. */
export const payLinks = pgTable(
  "pay_links",
  {
    id: id(),
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    url: text().notNull(),
    /** The host in ASCII, as the setting names it. */
    host: text().notNull(),
    amount: money().notNull(),
    /** The last day on which it is shown, as long as it is that day anywhere. */
    lastDay: date(),
    adminEmail: text().notNull(),
    /** When its mail was enqueued; null without an email address. */
    sentAt: instant(),
    endedAt: instant(),
    endedAs: text({ enum: payLinkEnds }),
    endedBy: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.invoiceId, t.createdAt),
    index().on(t.applicationId),
    check("pay_links_ended_as", sql`${t.endedAs} in ('withdrawn', 'replaced', 'paid', 'void')`),
    check("pay_links_ended", sql`(${t.endedAt} is null) = (${t.endedAs} is null)`),
    check("pay_links_url", sql`char_length(${t.url}) <= 2000`),
  ],
);
