import type { Route } from "./+types/save";
import { findService } from "./find.server";
import { holderToken } from "./holder.server";
import { answerStep, type StepOutcome } from "./step-request.server";

const statuses: Partial<Record<StepOutcome["kind"], number>> = {
  invalid: 422,
  incomplete: 422,
  stale: 409,
  already: 409,
  refused: 403,
};

/** `POST /apply/{id}/save`: what the wizard's script sends. Answers with the outcome as JSON. */
export async function action({ request, params }: Route.ActionArgs): Promise<Response> {
  const application = await findService(params.id);
  // The statement that saves checks the right; without any token there is nothing to check.
  const holder = application && holderToken(request, application.id);
  const outcome: StepOutcome =
    application && holder ? await answerStep(application, holder, await request.formData()) : { kind: "refused" };
  const body = Buffer.from(JSON.stringify(outcome));
  // By its length the shell sees that compressing a hundred bytes is not worth it.
  const headers = { "Content-Type": "application/json", "Content-Length": String(body.length) };
  return new Response(body, { status: statuses[outcome.kind] ?? 200, headers });
}
