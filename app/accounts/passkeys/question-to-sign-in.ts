import { questionToSignIn } from "~/accounts/sign-in/passkey-sign-in.server";
import { questionOfStep } from "~/accounts/sign-in/second-step.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/question-to-sign-in";

/**
 * `GET /admin/login/passkey`: options to sign in with any account's passkey; in the second step of a sign-in
 * (`/admin/login/code/passkey`) with that account's. Stores nothing.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestContext);
  const insists = url.searchParams.get("insist") === "yes";
  const ofStep = url.pathname.startsWith("/admin/login/code");
  const question = await (ofStep ? questionOfStep(request, origin, insists) : questionToSignIn(origin, insists));
  if (!question) return Response.json({ error: "Please sign in again." }, { status: 409 });
  return Response.json(question, { headers: { "Cache-Control": "no-store" } });
}
