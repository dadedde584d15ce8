import type { Route } from "./+types/save";
import { findApplication } from "./find.server";
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
  const found = await findApplication(params.id);
  // The statement that saves checks the right; without any token there is nothing to check.
  const holder = found && holderToken(request, found.application.id);
  const outcome: StepOutcome =
    found && holder ? await answerStep(found, holder, await request.formData()) : { kind: "refused" };
  return Response.json(outcome, { status: statuses[outcome.kind] ?? 200 });
}
