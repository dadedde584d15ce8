import { wrongMethod } from "~/accounts/functions/call.server";
import { giveSecondFactor } from "~/accounts/sign-in/second-step.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/code-again";

/** `POST /admin/session/code`: the second step of the dialog of `again.ts`. `anew`: start again with the password. */
export async function action({ request, context }: Route.ActionArgs) {
  const { address, browser, origin } = context.get(requestContext);
  const form = await readForm(request);
  const recoveryCode = form.get("recoveryCode") ?? undefined;
  const input = { code: form.get("code"), recoveryCode, passkey: form.get("passkey") };
  const result = await giveSecondFactor({ request, address, browser, origin }, input);
  if (result.ok) return Response.json({ signedIn: true, isOverdue: result.isOverdue }, { headers: result.headers });
  const headers: HeadersInit = result.detail ? { "Retry-After": `${result.detail.retryAfterSeconds}` } : {};
  const answer = { error: result.message, anew: result.reason === "closed" };
  return Response.json(answer, { status: statusOf(result), headers });
}

export const loader = () => wrongMethod("POST");
