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
  const held = await findForHolder(request, params.id);
  if (!held) return permissionEnded();
  const by = { address: context.get(requestContext).address, holder: held.holder };
  const asked = await requestCopy(by, held.application.id);
  if (!asked.ok && asked.reason === "forbidden") return permissionEnded();
  if (!asked.ok) return Response.json({ problem: asked.message } satisfies CopyResult, { status: statusOf(asked) });
  const copy = await latestCopy(held.application.id);
  return Response.json({ isReady: copy?.state === "ready" } satisfies CopyResult);
}
