import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { data, type LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { requireStaff } from "~/accounts/staff.server";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { recordDownload } from "../record-download.server";
import { zipCase } from "./zip-case.server";

/**
 * `/admin/applications/:id/case.zip`: the receipt and all documents of a case; recorded before the first byte is sent.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const application = await find(params.id);
  if (!application) throw data(null, 404);
  const { applicationNumber: number } = application;
  let body: ReadableStream<Uint8Array> | null = null;
  const length: Record<string, string> = {};
  if (request.method === "GET") {
    const { address } = context.get(requestContext);
    const tooOften = await refuseDrawing({ address, holder: staff.adminId, of: "account" });
    if (tooOften) return tooOften;
    const download = { applicationId: application.id, number, as: "zip" } as const;
    const recorded = await recordDownload({ staff, ...context.get(requestContext) }, download);
    if (!recorded.ok) throw data(null, statusOf(recorded));
    // Node's and the browser's stream types are the same at run time; only their declarations differ.
    const { size, stream } = await zipCase(application);
    body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    length["Content-Length"] = String(size);
  }
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", `Lucaya-${number}.zip`),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      ...length,
    },
  });
}

/** A draft is not a case. */
async function find(id: string | undefined) {
  const byId = z.uuid().safeParse(id).data;
  if (!byId) return undefined;
  const [found] = await db.select().from(visaApplications).where(eq(visaApplications.id, byId));
  return found?.submittedAt ? found : undefined;
}
