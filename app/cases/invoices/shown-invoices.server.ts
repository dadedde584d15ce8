import { and, desc, eq, isNull } from "drizzle-orm";
import type { Reader } from "~/cases/fees/entry-words";
import { exactUsd, storedCents } from "~/core/prices/money";
import { payLinkState } from "~/core/prices/pay-link";
import { calendarDate, nassauDay } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { payLinks } from "~/db/schema/invoices";
import { invoiceState } from "./invoice-state";
import { invoiceName, invoicesOf } from "./read-invoices.server";
import { invoiceSettings } from "./settings.server";
import { payLinkText, shownAmount } from "./words";

export type ShownInvoice = Awaited<ReturnType<typeof shownInvoices>>[number];

/** The invoices of an application, newest first, formatted for their reader, with the pay links that are shown. */
export async function shownInvoices(from: Queryable, applicationId: string, reader: Reader = "applicant") {
  const invoices = await invoicesOf(from, applicationId, reader);
  if (invoices.length === 0) return [];
  const { payLinkHosts } = await invoiceSettings(from);
  const links = await from
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.applicationId, applicationId), isNull(payLinks.endedAt)))
    .orderBy(desc(payLinks.createdAt), desc(payLinks.id));
  const today = nassauDay();
  return invoices.map((invoice) => {
    const { id, number, dueOn, open, creditNote } = invoice;
    const link = links.find(
      (row) => row.invoiceId === id && payLinkState(row, storedCents(open), payLinkHosts) === "shown",
    );
    return {
      id,
      name: invoiceName(invoice),
      issued: calendarDate(invoice.issuedOn),
      due: dueOn ? calendarDate(dueOn) : "",
      amount: shownAmount(invoice.amount),
      /** Null if nothing is left to pay. */
      open: open > 0n ? exactUsd(open) : null,
      state: invoiceState(invoice, today),
      pdf: pdfOf(applicationId, number),
      creditNote: creditNote && {
        ...{ name: creditNote.number ?? "Sample credit note", pdf: pdfOf(applicationId, creditNote.number) },
        reason: creditNote.reason ?? "",
      },
      payLink: link ? { url: link.url, text: payLinkText(link, number) } : null,
    };
  });
}

/** Sample people's have no number, and so no PDF. */
const pdfOf = (applicationId: string, number: string | null): string | null =>
  number && `/apply/${applicationId}/invoices/${number}.pdf`;
