import { findForHolder } from "~/applications/access/find.server";
import { permissionEnded } from "~/applications/access/resend-link/permission-ended";
import type { CopyResult } from "~/cases/applicant-page/your-data";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { requestCopy } from "../copies/ask-for-copy.server";
import { latestCopy } from "../copies/read-copy.server";
import type { Route } from "./+types/ask-copy";

/** `POST /apply/{id}/data/copy`: the script of the application's page requests a copy. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id);
  if (!found) return permissionEnded();
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const requested = await requestCopy(by, found.application.id);
  if (!requested.ok && requested.reason === "forbidden") return permissionEnded();
  if (!requested.ok)
    return Response.json({ problem: requested.message } satisfies CopyResult, { status: statusOf(requested) });
  const copy = await latestCopy(found.application.id);
  return Response.json({ isReady: copy?.state === "ready" } satisfies CopyResult);
}
