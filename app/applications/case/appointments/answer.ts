import { permissionEnded } from "~/applications/access/again/permission-ended";
import { visitContext } from "~/ground/visit";
import type { Route } from "./+types/answer";
import { answerForm } from "./answer-form.server";

/** `POST /apply/{id}/appointments/answer`: the page's script answers an appointment. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const answered = await answerForm(request, params.id, context.get(visitContext).address);
  if (answered) return Response.json(answered.answer, { status: answered.status });
  return permissionEnded();
}
