import { createAdmin } from "~/accounts/admins/manage-admins.server";
import { functionCaller, functionError, readObject, wrongMethod } from "~/accounts/functions/call.server";
import { requestContext } from "~/core/request-context";
import { refuse } from "~/core/verbs/refused";
import type { Route } from "./+types/create-admin";

/** `POST /functions/v1/create-admin-user` with `email`, `password` and `role`. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return wrongMethod("POST");
  const caller = await functionCaller(request, "super_admin");
  if (!caller.ok) return functionError(caller);
  const body = await readObject(request);
  if (!body) return functionError(refuse("invalid", "Send a JSON object"));
  const { address } = context.get(requestContext);
  const { email, password, role } = body;
  const result = await createAdmin({ staff: caller.staff, address }, { email, password, role });
  if (!result.ok) return functionError(result);
  return Response.json({ success: true, message: result.message, adminId: result.adminId }, { status: 201 });
}

export function loader() {
  return wrongMethod("POST");
}
