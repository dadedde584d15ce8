import { centsOf, exactUsd } from "~/core/prices/money";
import type { InvoiceFacts } from "~/db/schema/invoices";

/** `$1,085.00`, of an amount as the ledger stores it. */
export const shownAmount = (stored: string): string => exactUsd(centsOf(stored));

export const describeVat = ({ percent, of }: NonNullable<InvoiceFacts["vat"]>): string =>
  `VAT ${percent} %, contained in our fees of ${shownAmount(of)}`;

/** The text of a pay link; `amount` as the ledger stores it. */
export const payLinkText = (link: { amount: string; host: string }, number: string | null): string =>
  `Pay ${shownAmount(link.amount)}${number ? ` for invoice ${number}` : ""} at ${link.host}`;
