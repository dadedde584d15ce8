import { questionToAdd } from "~/accounts/passkeys/own-passkeys.server";
import { requireStaffToSetUp } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/question-to-add";

/** `GET /admin/account/passkey`: options to create a passkey. Stores nothing. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const staff = await requireStaffToSetUp(request);
  const insists = url.searchParams.get("insist") === "yes";
  const question = await questionToAdd(staff, context.get(requestContext).origin, insists);
  return Response.json(question, { headers: { "Cache-Control": "no-store" } });
}
