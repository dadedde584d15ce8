import { redirect } from "react-router";
import { requireStaffToSetUp } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/confirm";
import { reauthenticate } from "./confirm.server";
import { confirmationFields, safeReturnPath } from "./pending-form";

/**
 * `POST /admin/confirm`, from the reauthentication page, with the pending form: on success the browser itself sends it
 * on unchanged (307). Otherwise the page is shown again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaffToSetUp(request);
  const currentRequest = context.get(requestContext);
  const form = await readForm(request);
  const { address, browser, origin } = currentRequest;
  const input = { password: form.get(confirmationFields.password), code: form.get(confirmationFields.code) };
  const confirmed = await reauthenticate({ staff, address, browser, origin }, input);
  if (confirmed.ok)
    return redirect(
      safeReturnPath(form.get(confirmationFields.to)),
      form.get(confirmationFields.method) === "GET" ? 303 : 307,
    );
  const status = confirmed.reason === "limited" ? 429 : confirmed.reason === "invalid" ? 400 : 403;
  currentRequest.toConfirm = { userId: staff.userId, problem: { message: confirmed.message, status } };
  return new Response(null, { status });
}

/** `GET /admin/confirm?to=…`: the page alone, which continues to a page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = await requireStaffToSetUp(request);
  context.get(requestContext).toConfirm = { userId };
  return new Response(null, { status: 403 });
}
