import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { readStaff } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { holderOf } from "~/applications/access/holder.server";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { requestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { readReceipt } from "./receipt.server";
import { receiptPdf } from "./receipt-pdf.server";

/**
 * `/apply/{id}/receipts/{number}.pdf` for the holder and for staff. The same 404 for everybody else and for an unknown
 * receipt.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const number = /^(LR-\d{4}-\d{6,})\.pdf$/.exec(params.file ?? "")?.[1];
  // Looks up by id alone, so that nobody learns whether an application number exists.
  const byId = z.uuid().safeParse(params.id).data;
  const found = number && byId ? await findApplication(byId) : undefined;
  const id = found?.application.id;
  const isAllowed = id && ((await holderOf(request, id)) || (await readStaff(request)));
  const receipt = id && isAllowed && number ? await readReceipt(db, id, number) : undefined;
  if (!id || !receipt) return new Response("Receipt not found.\n", { status: 404, headers: { ...headers, ...plain } });
  const { address } = context.get(requestContext);
  const tooOften = await refuseDrawing({ address, holder: id, of: "application" });
  if (tooOften) return tooOften;
  const bytes = await receiptPdf(receipt);
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": "application/pdf",
      "Content-Length": String(bytes.length),
      "Content-Disposition": `inline; filename="${number}.pdf"`,
    },
  });
}

const plain = { "Content-Type": "text/plain; charset=utf-8" };
const headers = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};
