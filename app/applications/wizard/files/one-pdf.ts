import type { LoaderFunctionArgs } from "react-router";
import { requestContext } from "~/core/request-context";
import { servePages } from "~/documents/pages/one-pdf.server";

/** `/apply/{id}/documents/{type}.pdf`: the pages of a document, or of an item of a request, as one PDF. */
export function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { id: applicationId = "", type: group = "" } = params;
  const reader = { id: applicationId, of: "application" } as const;
  return servePages(request, { applicationId, group, from: context.get(requestContext), reader });
}
