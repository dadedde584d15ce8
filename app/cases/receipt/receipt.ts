import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { readStaff } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { holderOf } from "~/applications/access/holder.server";
import { recordDownload } from "~/cases/receipt/record-download.server";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { log } from "~/log.server";
import { UnreadableRecord } from "./canonical.server";
import { casePdf } from "./case-pdf.server";
import { type CaseReceipt, readReceipt, receiptName } from "./read-receipt.server";

/**
 * `/apply/{id}/receipt.pdf` for the holder and for staff, whose downloads are recorded because it shows hidden answers.
 * The same 404 for everybody else and for what was never signed.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  // Looks up by id alone, so that nobody learns whether an application number exists.
  const byId = z.uuid().safeParse(params.id).data;
  const found = byId ? (await findApplication(byId))?.application : undefined;
  const isHolder = found !== undefined && (await holderOf(request, found.id)) !== undefined;
  const staff = found && !isHolder ? await readStaff(request) : null;
  if (!found || !(isHolder || staff)) return textResponse(404, missing);
  const { address } = context.get(requestContext);
  const tooOften = await refuseDrawing({ address, holder: found.id, of: "application" });
  if (tooOften) return tooOften;
  const receipt = await read(found);
  if (receipt instanceof Response) return receipt;
  const bytes = await casePdf(receipt);
  if (staff && request.method === "GET") {
    const download = { applicationId: found.id, number: receipt.number, as: "pdf" } as const;
    const recorded = await recordDownload({ staff, ...context.get(requestContext) }, download);
    if (!recorded.ok) return textResponse(statusOf(recorded), missing);
  }
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": "application/pdf",
      "Content-Length": String(bytes.length),
      "Content-Disposition": contentDisposition("attachment", receiptName(receipt.number)),
    },
  });
}

async function read(found: { id: string; applicationNumber: string }): Promise<CaseReceipt | Response> {
  try {
    return (await readReceipt(found)) ?? textResponse(404, missing);
  } catch (err) {
    if (!(err instanceof UnreadableRecord)) throw err;
    log.error({ err, applicationId: found.id }, "the receipt of a case can't be made");
    return textResponse(503, unreadable);
  }
}

const missing = "Receipt not found.\n";
const unreadable =
  "We can’t read one of the answers right now, so we can’t make this receipt. Our team has been alerted.\n";
const textResponse = (status: number, text: string) =>
  new Response(text, { status, headers: { ...headers, ...plain } });
const plain = { "Content-Type": "text/plain; charset=utf-8" };
const headers = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};
