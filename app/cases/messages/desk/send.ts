import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/send";
import { handleDeskMessageForm } from "./answer-form.server";

/** `POST /admin/applications/{id}/messages/send`: the desk's script sends a message. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const result = await handleDeskMessageForm(request, { staff, address, browser }, params.id);
  return result.ok
    ? Response.json({ ok: true })
    : Response.json({ ok: false, unsent: result.unsent }, { status: result.status, headers: result.headers });
}
