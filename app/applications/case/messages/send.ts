import { permissionEnded } from "~/applications/access/again/permission-ended";
import { visitContext } from "~/ground/visit";
import type { Route } from "./+types/send";
import { answerHolderForm } from "./answer-form.server";

/** `POST /apply/{id}/messages/send`: the page's script sends a message of the holder. Answers with JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const answer = await answerHolderForm(request, params.id, context.get(visitContext).address);
  if (!answer) return permissionEnded();
  return answer.ok
    ? Response.json({ ok: true })
    : Response.json({ ok: false, unsent: answer.unsent }, { status: answer.status, headers: answer.headers });
}
