import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { paymentTexts } from "~/content/settings/settings.server";
import { type Cents, exactUsd, storedCents } from "~/core/prices/money";
import { payLinkState } from "~/core/prices/pay-link";
import { calendarLongDate } from "~/core/time";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { invoices, payLinks } from "~/db/schema/invoices";
import { registerAttachments } from "~/mail/attached/attachments.server";
import { registerRenewal } from "~/mail/mail-renewals.server";
import { enqueueMail } from "~/mail/outbox.server";
import { howToPayInvoice } from "./how-to-pay";
import { invoicePdf } from "./invoice-pdf.server";
import { type Invoice, invoicesOf } from "./read-invoices.server";
import { invoiceSettings } from "./settings.server";
import { payLinkText, shownAmount } from "./words";

type Application = typeof visaApplications.$inferSelect;

/** Enqueues the mail of an invoice; false without an email, and for sample people, whose invoices have no number. */
export async function mailInvoice(tx: Transaction, application: Application, invoiceId: string): Promise<boolean> {
  const invoice = await findInvoice(tx, invoiceId);
  if (!invoice?.number || application.isSample) return false;
  const { facts, number } = invoice;
  const [link] = await tx
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.invoiceId, invoiceId), isNull(payLinks.endedAt)));
  const mail = await enqueueMail(tx, {
    kind: "invoice",
    ...addressed(application),
    data: {
      ...recipientOf(application),
      ...{ invoiceNumber: number, amount: `${shownAmount(facts.toPay)} USD` },
      ...{ day: facts.dueOn ? calendarLongDate(facts.dueOn) : "", howToPay: facts.paymentInstructions },
      withoutLink: facts.paymentInstructions === "" ? howToPayInvoice(await paymentTexts(tx), false) : "",
      payLink: link ? { id: link.id, text: payLinkText(link, number) } : null,
    },
  });
  if (mail && link) await markSent(tx, link.id);
  return mail !== undefined;
}

/** Enqueues the mail of a credit note; false as for an invoice. */
export async function mailCreditNote(tx: Transaction, application: Application, creditNote: string): Promise<boolean> {
  const note = await findInvoice(tx, creditNote);
  if (!note?.number || !note.facts.voids || application.isSample) return false;
  const { voids, total } = note.facts;
  const mail = await enqueueMail(tx, {
    kind: "credit_note",
    ...addressed(application),
    data: {
      ...recipientOf(application),
      ...{ creditNoteNumber: note.number, invoiceNumber: voids.number },
      ...{ amount: `${shownAmount(total)} USD`, reason: voids.reason },
    },
  });
  return mail !== undefined;
}

/** Enqueues the mail of a pay link; false as for an invoice. */
export async function mailPayLink(tx: Transaction, application: Application, linkId: string): Promise<boolean> {
  const [link] = await tx.select().from(payLinks).where(eq(payLinks.id, linkId));
  const invoice = link && (await findInvoice(tx, link.invoiceId));
  if (!link || !invoice?.number || application.isSample) return false;
  const mail = await enqueueMail(tx, {
    kind: "pay_link",
    ...addressed(application),
    data: {
      ...recipientOf(application),
      ...{ invoiceNumber: invoice.number, amount: `${shownAmount(link.amount)} USD`, host: link.host },
      lastDay: link.lastDay ? calendarLongDate(link.lastDay) : "",
      payLink: { id: link.id, text: payLinkText(link, invoice.number) },
    },
  });
  if (mail) await markSent(tx, link.id);
  return mail !== undefined;
}

const markSent = (tx: Transaction, linkId: string) =>
  tx.update(payLinks).set({ sentAt: sql`clock_timestamp()` }).where(eq(payLinks.id, linkId));

const addressed = (application: Application) => ({
  ...{ to: application.userEmail, toName: nameIn(application), applicationId: application.id },
});
const recipientOf = (application: Application) => ({
  ...{ name: nameIn(application), email: application.userEmail, applicationNumber: application.applicationNumber },
});

async function findInvoice(from: Queryable, id: string) {
  const [invoice] = await from.select().from(invoices).where(eq(invoices.id, id));
  return invoice;
}

/**
 * Registers the PDFs of these mails, drawn when they are sent: they are not stored, and the same bytes each time. And
 * what a mail that asks for money says when it is sent again: what is open now, and nothing once that is nothing.
 */
export function registerInvoiceMails(): void {
  registerAttachments("invoice", (applicationId, { invoiceNumber }) => pdfOf(applicationId, invoiceNumber));
  registerAttachments("credit_note", (applicationId, { creditNoteNumber }) => pdfOf(applicationId, creditNoteNumber));
  registerRenewal("invoice", async (from, applicationId, data) => {
    const invoice = await invoiceNumbered(from, applicationId, data.invoiceNumber);
    const outdated = whyOutdated(invoice);
    if (!invoice || outdated) return { outdated };
    const { id, open, number } = invoice;
    const link = await shownPayLink(from, id, open);
    return {
      data: {
        ...{ ...data, amount: `${exactUsd(open)} USD` },
        payLink: link ? { id: link.id, text: payLinkText(link, number) } : null,
      },
    };
  });
  registerRenewal("pay_link", async (from, applicationId, data) => {
    const invoice = await invoiceNumbered(from, applicationId, data.invoiceNumber);
    const outdated = whyOutdated(invoice);
    if (!invoice || outdated) return { outdated };
    const link = await shownPayLink(from, invoice.id, invoice.open);
    const mailed = z.object({ id: z.string() }).safeParse(data.payLink).data;
    return link && link.id === mailed?.id
      ? { data }
      : {
          outdated: `This pay link is no longer shown. Add another one to invoice ${invoice.number}, which emails it.`,
        };
  });
}

const invoiceNumbered = async (from: Queryable, applicationId: string, number: unknown) =>
  (await invoicesOf(from, applicationId)).find((invoice) => invoice.number === number);

/** Why its mail would ask for the wrong amount; empty if it would not. */
function whyOutdated(invoice: Invoice | undefined): string {
  if (!invoice) return "The invoice no longer exists.";
  const { number, isVoid, open, facts } = invoice;
  if (isVoid)
    return `Invoice ${number} is void. Send the email of its credit note again, or make a new invoice on the fees page.`;
  // One over charges that were paid before asked for nothing from the start.
  if (open > 0n || facts.toPay === "0.00") return "";
  return `Invoice ${number} is paid, so this email would ask for money again. Its PDF is on the applicant’s page.`;
}

/** The pay link of an invoice that its applicant sees now. */
async function shownPayLink(from: Queryable, invoiceId: string, open: Cents) {
  const { payLinkHosts } = await invoiceSettings(from);
  const links = await from
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.invoiceId, invoiceId), isNull(payLinks.endedAt)));
  return links.find((link) => payLinkState(link, storedCents(open), payLinkHosts) === "shown");
}

async function pdfOf(applicationId: string | null, invoiceNumber: unknown) {
  const found = applicationId ? await readInvoiceFacts(db, applicationId, String(invoiceNumber)) : undefined;
  if (!found) return [];
  return [{ filename: `${found.number}.pdf`, contentType: "application/pdf", content: await invoicePdf(found) }];
}

/** The stored facts of an application's invoice or credit note by its number; undefined if there is none. */
export async function readInvoiceFacts(from: Queryable, applicationId: string, number: string) {
  const [invoice] = await from
    .select({ facts: invoices.facts })
    .from(invoices)
    .where(and(eq(invoices.applicationId, applicationId), eq(invoices.number, number)));
  return invoice?.facts;
}
