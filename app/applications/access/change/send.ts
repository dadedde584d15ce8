import { findForHolder } from "~/applications/access/find.server";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import type { EmailFormResult } from "../resend-link/email-form-result";
import { permissionEnded } from "../resend-link/permission-ended";
import type { Route } from "./+types/send";
import { requestEmailChange } from "./ask.server";
import { keepCurrentEmail } from "./keep-current-email.server";

/** `POST /apply/{id}/email/change`: the page's script requests another address, or keeps the current one. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id);
  if (!found) return permissionEnded();
  const { id } = found.application;
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const form = await readForm(request);
  const email = String(form.get("email") ?? "");
  const result = await (form.get("intent") === "keep-address"
    ? keepCurrentEmail(by, id)
    : requestEmailChange(by, id, email));
  if (result.ok) return Response.json({} satisfies EmailFormResult);
  if (result.reason === "forbidden") return permissionEnded();
  const init = result.reason === "limited" ? hourlyLimitResponse : { status: 422 };
  return Response.json({ problem: { message: result.message, email } } satisfies EmailFormResult, init);
}
