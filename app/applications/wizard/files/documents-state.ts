import { data, type LoaderFunctionArgs } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { readingStates } from "~/applications/passport/readings.server";

/** `GET /apply/{id}/documents/state`: how far the reading of the passport's page is, for its holder alone. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id ?? "");
  if (!found) throw data(null, 403);
  return Response.json(await readingStates(found.application.id), { headers: { "Cache-Control": "no-store" } });
}
