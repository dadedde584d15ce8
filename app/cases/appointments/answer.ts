import { permissionEnded } from "~/applications/access/resend-link/permission-ended";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/answer";
import { handleAppointmentForm } from "./answer-form.server";

/** `POST /apply/{id}/appointments/answer`: the page's script answers an appointment. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const answered = await handleAppointmentForm(request, params.id, context.get(requestContext).address);
  if (answered) return Response.json(answered.answer, { status: answered.status });
  return permissionEnded();
}
