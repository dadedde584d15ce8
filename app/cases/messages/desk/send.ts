import { requireStaffContext } from "~/accounts/staff.server";
import type { Route } from "./+types/send";
import { handleDeskMessageForm } from "./answer-form.server";

/** `POST /admin/applications/{id}/messages/send`: the desk's script sends a message. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const by = await requireStaffContext(request, context);
  const result = await handleDeskMessageForm(request, by, params.id);
  return result.ok
    ? Response.json({ ok: true })
    : Response.json({ ok: false, unsent: result.unsent }, { status: result.status, headers: result.headers });
}
