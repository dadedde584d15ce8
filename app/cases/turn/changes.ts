import { data, type LoaderFunctionArgs } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { changesOf } from "./changes.server";

/** `GET /apply/{id}/changes`: whether anything of the case has changed, for its holder alone. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id ?? "");
  if (!found) throw data(null, 403);
  return Response.json(await changesOf(found.application.id, { asApplicant: true }), {
    headers: { "Cache-Control": "no-store" },
  });
}
