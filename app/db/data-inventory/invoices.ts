import { invoiceLines } from "../schema/invoice-lines";
import { invoiceNumbers, invoices, openInvoices, payLinks } from "../schema/invoices";
import { table } from "./entry";

const ofCase = { of: ["applicant"], why: "payment", keeps: ["application"] } as const;
const byStaff = (is: string) => ({ is, of: ["staff"] }) as const;

export const invoiceRegister = [
  table(invoices, ofCase, {
    id: "Key of the invoice or credit note",
    applicationId: "The application",
    kind: "Invoice or credit note",
    number: "Its number",
    voids: "The invoice that a credit note voids",
    facts: { is: "What it states, as it was when it was made", of: ["applicant", "named"] },
    amount: "In US dollars",
    vat: "The VAT contained in it",
    issuedOn: "On which day it was made",
    dueOn: "Until when it is to be paid",
    reason: "Why an invoice was voided, in staff's words",
    adminEmail: byStaff("Email of the admin who made it"),
    createdAt: "When it was made",
  }),
  table(invoiceLines, ofCase, { invoiceId: "The invoice", entryId: "A charge that is on it" }),
  table(
    invoiceNumbers,
    { of: ["nobody"], why: "payment", keeps: ["always"] },
    { kind: "Invoice or credit note", year: "A year in Nassau", last: "The last number of the kind in it" },
  ),
  table(openInvoices, ofCase, {
    invoiceId: "The invoice",
    applicationId: "The application",
    dueOn: "Until when it is to be paid",
    open: "What is left to pay",
  }),
  table(payLinks, ofCase, {
    id: "Key of the pay link",
    invoiceId: "The invoice",
    applicationId: "The application",
    url: "The link to a page of a payment provider, as staff pasted it",
    host: "The provider's host",
    amount: "How much is paid there",
    lastDay: "The last day on which it is shown",
    adminEmail: byStaff("Email of the admin who added it"),
    sentAt: "When it was mailed",
    endedAt: "When it ended",
    endedAs: "Why",
    endedBy: byStaff("Email of the admin who ended it, if one did"),
    createdAt: "When it was added",
  }),
].flat();
