import type { LoaderFunctionArgs } from "react-router";
import { respondWithPdf } from "~/cases/fees/respond-with-pdf.server";
import { invoicePdf } from "./invoice-pdf.server";
import { readInvoiceFacts } from "./mail-invoice.server";

/** `/apply/{id}/invoices/{number}.pdf`, of invoices and credit notes. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  respondWithPdf(args, { name: "Invoice", form: /^L[IC]-\d{4}-\d{6,}$/, read: readInvoiceFacts, draw: invoicePdf });
