import { eq } from "drizzle-orm";
import type { LedgerEntry } from "~/cases/fees/ledger.server";
import { paymentTexts } from "~/content/settings/settings.server";
import { type Cents, centsOf, storedCents } from "~/core/prices/money";
import type { Queryable } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import type { InvoiceFacts } from "~/db/schema/invoices";
import { howToPayInvoice } from "./how-to-pay";
import { invoiceSettings, sellerOf } from "./settings.server";
import { vatContainedIn } from "./vat";

type Application = typeof visaApplications.$inferSelect;

export type NewInvoice = {
  charges: readonly LedgerEntry[];
  /** Of earlier payments, what counts on it. */
  paid: Cents;
  number: string | null;
  issuedOn: string;
  dueOn: string;
  invoicedTo: string[];
  note: string;
  payLink?: { url: string; host: string } | null;
};

/** What a new invoice states, by the settings, texts and names of today. */
export async function invoiceFacts(
  from: Queryable,
  application: Application,
  { charges, paid, payLink = null, ...invoice }: NewInvoice,
): Promise<InvoiceFacts> {
  // One after the other: they may share the connection of a transaction.
  const seller = await sellerOf(from);
  const texts = await paymentTexts(from);
  const { vat, currencyNote } = await invoiceSettings(from);
  const [service] = application.visaServiceId
    ? await from
        .select({ name: visaServices.serviceName })
        .from(visaServices)
        .where(eq(visaServices.id, application.visaServiceId))
    : [];
  const total = totalOf(charges);
  const ours = totalOf(charges.filter(({ payee }) => payee === "us"));
  const toPay = storedCents(total - paid);
  return {
    ...invoice,
    title: vat ? "VAT invoice" : "Invoice",
    applicationNumber: application.applicationNumber,
    serviceName: service?.name ?? "Visa Application",
    seller,
    charges: charges.map(({ name, amount }) => ({ name, amount })),
    vat: vat && {
      percent: vat.percent,
      of: storedCents(ours),
      amount: storedCents(vatContainedIn(ours, vat.percent)),
    },
    total: storedCents(total),
    paid: storedCents(paid),
    toPay,
    paymentInstructions: howToPayInvoice(texts, payLink !== null),
    refundTerms: texts.refundTerms,
    currencyNote,
    payLink: payLink && { url: payLink.url, host: payLink.host, amount: toPay },
    voids: null,
  };
}

const totalOf = (charges: readonly LedgerEntry[]): Cents =>
  charges.reduce((total, { amount }) => total + centsOf(amount), 0n);

/** A credit note states what its invoice states, whatever has changed since, without what was to be paid. */
export const creditNoteFacts = (
  facts: InvoiceFacts,
  { number, issuedOn, reason, voided }: { number: string | null; issuedOn: string; reason: string; voided: string },
): InvoiceFacts => ({
  ...facts,
  ...{ title: facts.vat ? "VAT credit note" : "Credit note", number, issuedOn, dueOn: null },
  ...{ paid: "0.00", toPay: "0.00", paymentInstructions: "", refundTerms: "", note: "", payLink: null },
  voids: { number: voided, reason },
});
