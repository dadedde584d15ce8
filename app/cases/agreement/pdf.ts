import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { readStaff } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { holderOf } from "~/applications/access/holder.server";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { requestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { agreementName, agreementPdf } from "./agreement-pdf.server";
import { readAgreement } from "./reading/read-agreement.server";

/**
 * `/apply/{id}/agreement.pdf` for the holder and for staff: the last signed agreement, with `?signature=` an earlier
 * one, and with `?unsigned`, or while none is signed, the one that is offered. The same 404 for everybody else.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  // Looks up by id alone, so that nobody learns whether an application number exists.
  const byId = z.uuid().safeParse(params.id).data;
  const found = byId ? (await findApplication(byId))?.application : undefined;
  const isAllowed = found && ((await holderOf(request, found.id)) || (await readStaff(request)));
  if (!found || !isAllowed) return missing();
  const { current, signed } = await readAgreement(db, found.id);
  const search = new URL(request.url).searchParams;
  const id = search.get("signature");
  const chosen = id ? signed.find((candidate) => candidate.id === id) : signed[0];
  const unsigned = current && !id && (search.has("unsigned") || !chosen) ? current : undefined;
  const number = found.applicationNumber;
  const facts = unsigned ? { number, unsigned } : chosen && !search.has("unsigned") ? { number, signed: chosen } : null;
  if (!facts) return missing();
  const { address } = context.get(requestContext);
  const tooOften = await refuseDrawing({ address, holder: found.id, of: "application" });
  if (tooOften) return tooOften;
  const bytes = await agreementPdf(facts);
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": "application/pdf",
      "Content-Length": String(bytes.length),
      "Content-Disposition": `inline; filename="${agreementName(number, "signed" in facts ? facts.signed : undefined)}"`,
    },
  });
}

const missing = () =>
  new Response("Agreement not found.\n", {
    status: 404,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
const headers = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};
