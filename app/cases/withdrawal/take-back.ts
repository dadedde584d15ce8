import { findForHolder } from "~/applications/access/find.server";
import { permissionEnded } from "~/applications/access/resend-link/permission-ended";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import type { Route } from "./+types/take-back";
import { takeBackWithdrawal } from "./take-back-withdrawal.server";

/** False if staff had already answered the request. */
export type TakenBack = { isTaken: boolean };

/** `POST /apply/{id}/withdraw/take-back`: the page's script takes back a request to withdraw. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id);
  if (!found) return permissionEnded();
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const result = await takeBackWithdrawal(by, found.application.id);
  if (result.ok) return Response.json({ isTaken: true } satisfies TakenBack);
  if (result.reason === "forbidden") return permissionEnded();
  return Response.json({ isTaken: false } satisfies TakenBack, { status: statusOf(result) });
}
