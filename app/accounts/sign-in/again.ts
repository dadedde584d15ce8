import { wrongMethod } from "~/accounts/functions/call.server";
import { refuseBeforeReading, signIn } from "~/accounts/sign-in/sign-in.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/again";

/**
 * `POST /admin/session/sign-in` with email and password, from the dialog of a page whose session has ended. Uses the
 * sign-in page's verb and limits, and returns JSON. `signedIn` is false if the account has a second factor, for
 * `/admin/session/code`; `isOverdue` if one must be set up before the desk opens.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { address, browser } = context.get(requestContext);
  const by = { request, address, browser };
  const refused = await refuseBeforeReading(by);
  const { email, password } = refused ? {} : Object.fromEntries(await readForm(request));
  const result = refused ?? (await signIn(by, { email, password }));
  if (result.ok) {
    const { headers, ways, isOverdue } = result;
    return Response.json(ways ? { signedIn: false, ways } : { signedIn: true, isOverdue }, { headers });
  }
  const headers: HeadersInit = result.detail ? { "Retry-After": `${result.detail.retryAfterSeconds}` } : {};
  return Response.json({ error: result.message }, { status: statusOf(result), headers });
}

export const loader = () => wrongMethod("POST");
