import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";

type Application = typeof visaApplications.$inferSelect;

/** Enqueues the mail of an invoice; false without an email address. */
export async function mailInvoice(_tx: Transaction, _application: Application, _invoiceId: string): Promise<boolean> {
  return false;
}

/** The same for a credit note. */
export const mailCreditNote = mailInvoice;
