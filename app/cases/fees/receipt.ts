import type { LoaderFunctionArgs } from "react-router";
import { readReceipt } from "./receipt.server";
import { receiptPdf } from "./receipt-pdf.server";
import { respondWithPdf } from "./respond-with-pdf.server";

/** `/apply/{id}/receipts/{number}.pdf` */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  respondWithPdf(args, { name: "Receipt", form: /^LR-\d{4}-\d{6,}$/, read: readReceipt, draw: receiptPdf });
