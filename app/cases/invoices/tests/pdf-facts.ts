import type { InvoiceFacts } from "~/db/schema/invoices";

/** What an invoice states; `changes` replace parts of it. */
export const invoiceFactsOf = (changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  ...{ title: "Invoice", number: "LI-2026-000042", issuedOn: "2026-11-21", dueOn: "2026-12-05" },
  ...{ applicationNumber: "BV26-7K3M-9QXD", serviceName: "Schengen Visitor Visa" },
  seller: {
    name: "Lucaya Visa & Immigration Ltd.",
    address: ["12 Parliament Street", "Nassau, New Providence, Bahamas"],
    ...{ phone: "+1 242 555 0142", email: "hello@lucaya.example", tin: "102345678" },
  },
  invoicedTo: ["Maria Santos", "5 Rue Capois", "Port-au-Prince", "Haiti"],
  charges: [
    { name: "Our fee", amount: "200.00" },
    { name: "Government fee", amount: "185.00" },
  ],
  ...{ vat: null, total: "385.00", paid: "85.00", toPay: "300.00" },
  paymentInstructions: "By transfer to Bank of Nassau, account 12345.\nOr in cash at our office.",
  refundTerms: "If you end your case before we begin work on it, we return what you paid us.",
  note: "Thank you for your trust.",
  currencyNote: "Amounts are in US dollars (USD). One Bahamian dollar (BSD) equals one US dollar.",
  ...{ payLink: null, voids: null },
  ...changes,
});

export const creditNoteFactsOf = (changes: Partial<InvoiceFacts> = {}): InvoiceFacts =>
  invoiceFactsOf({
    ...{ title: "Credit note", number: "LC-2026-000007", dueOn: null, paid: "0.00", toPay: "0.00" },
    ...{ paymentInstructions: "", refundTerms: "", note: "" },
    voids: { number: "LI-2026-000042", reason: "The price has changed." },
    ...changes,
  });
