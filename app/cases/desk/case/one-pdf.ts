import type { LoaderFunctionArgs } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { servePages } from "~/documents/pages/one-pdf.server";

/** `/admin/applications/{id}/documents/{type}.pdf`: the pages of a document, or of an answer, as one PDF. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { adminId } = await requireStaff(request);
  const { id: applicationId = "", type: group = "" } = params;
  const reader = { id: adminId, of: "account" } as const;
  return servePages(request, { applicationId, group, from: context.get(requestContext), reader });
}
