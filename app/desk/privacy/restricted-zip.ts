import { Readable } from "node:stream";
import { data, type LoaderFunctionArgs, redirect } from "react-router";
import { requireSuperAdmin } from "~/accounts/staff.server";
import { recordDownload } from "~/cases/receipt/record-download.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { findRestricted, hasOpenedAnywhere, openRestrictedFile } from "~/privacy/restricted/open-restricted.server";

/**
 * `/admin/privacy/restricted/{id}/case.zip`: for the admin who has just opened the case, in a fresh session
 * (`recordDownload`); recorded before the first byte.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireSuperAdmin(request);
  const found = await findRestricted(params.id);
  if (!found) throw data(null, 404);
  if (!(await hasOpenedAnywhere(staff, found.id))) throw redirect(`/admin/privacy/restricted/${found.id}`);
  if (request.method === "GET") {
    const file = { applicationId: found.id, number: found.applicationNumber, as: "zip" } as const;
    const recorded = await recordDownload({ staff, ...context.get(requestContext) }, file);
    if (!recorded.ok) throw data(null, statusOf(recorded));
  }
  const opened = request.method === "GET" ? await openRestrictedFile(found.documentId) : null;
  // Node's and the browser's stream types are the same at run time, but their declarations differ.
  return new Response(opened && (Readable.toWeb(opened.stream) as ReadableStream<Uint8Array>), {
    headers: {
      ...(opened ? { "Content-Length": String(opened.size) } : {}),
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", `Lucaya-${found.applicationNumber}.zip`),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
