import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { readStaff } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { holderOf } from "~/applications/access/holder.server";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { requestContext } from "~/core/request-context";
import { db, type Queryable } from "~/db/client.server";

type Numbered<Facts> = {
  /** What the 404 says was not found: `Receipt`. */
  name: string;
  /** A valid number. */
  form: RegExp;
  read: (from: Queryable, applicationId: string, number: string) => Promise<Facts | undefined>;
  draw: (facts: Facts) => Promise<Buffer>;
};

/**
 * Responds to `/apply/{id}/…/{number}.pdf` for the holder and for staff. The same 404 for everybody else and for an
 * unknown number.
 */
export async function respondWithPdf<Facts>(
  { request, params, context }: LoaderFunctionArgs,
  { name, form, read, draw }: Numbered<Facts>,
): Promise<Response> {
  const typed = /^(.+)\.pdf$/.exec(params.file ?? "")?.[1] ?? "";
  const number = form.test(typed) ? typed : undefined;
  // Looks up by id alone, so that nobody learns whether an application number exists.
  const byId = z.uuid().safeParse(params.id).data;
  const found = number && byId ? await findApplication(byId) : undefined;
  const id = found?.application.id;
  const isAllowed = id && ((await holderOf(request, id)) || (await readStaff(request)));
  const facts = id && isAllowed && number ? await read(db, id, number) : undefined;
  if (!id || !facts) return new Response(`${name} not found.\n`, { status: 404, headers: { ...headers, ...plain } });
  const { address } = context.get(requestContext);
  const tooOften = await refuseDrawing({ address, holder: id, of: "application" });
  if (tooOften) return tooOften;
  const bytes = await draw(facts);
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
