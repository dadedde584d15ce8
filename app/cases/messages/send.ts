import { permissionEnded } from "~/applications/access/resend-link/permission-ended";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/send";
import { handleApplicantMessageForm } from "./answer-form.server";

/** `POST /apply/{id}/messages/send`: the page's script sends a message of the holder. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const answer = await handleApplicantMessageForm(request, params.id, context.get(requestContext).address);
  if (!answer) return permissionEnded();
  return answer.ok
    ? Response.json({ ok: true })
    : Response.json({ ok: false, unsent: answer.unsent }, { status: answer.status, headers: answer.headers });
}
