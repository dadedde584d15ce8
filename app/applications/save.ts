import { visitContext } from "~/visit";
import type { Route } from "./+types/save";
import { findService } from "./find.server";
import { holderToken } from "./holder.server";
import { answerStep, retryAfter, type StepOutcome, statusOf } from "./step-request.server";

/** `POST /apply/{id}/save`: what the wizard's script sends. Answers with the outcome as JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { address } = context.get(visitContext);
  const application = await findService(params.id);
  // The statement that saves checks the right; without any token there is nothing to check.
  const holder = application && holderToken(request, application.id);
  const outcome: StepOutcome =
    application && holder
      ? await answerStep({ address, holder }, application, await request.formData())
      : { kind: "refused" };
  const body = Buffer.from(JSON.stringify(outcome));
  // By its length the shell sees that compressing a hundred bytes is not worth it.
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
    ...retryAfter(outcome),
  };
  return new Response(body, { status: statusOf(outcome), headers });
}
