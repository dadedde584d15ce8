import type { StaffContext } from "~/accounts/staff.server";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { storedStep } from "~/applications/stored-answers/answers.server";
import { readStep } from "~/applications/wizard/saving/step-form.server";
import { revealAnswers } from "~/cases/masked-answers/desk/reveal-answers.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Answers } from "~/form-engine/definition";
import { shownAnswers } from "~/form-engine/storable";
import { findEntered } from "./enter.server";
import { isEntered } from "./enter-step.server";
import { hiddenInput, withheldNames } from "./entered-step";
import { withWhatStays } from "./what-stays";

type Revealed = Done<{ step: string; revision: number; answers: Answers }>;

/**
 * Adds the hidden answers of a step to its form, next to typed ones; recorded like every reveal. Throws a 400 Response
 * for a form that none of our pages sends.
 */
export async function revealStep(
  context: StaffContext,
  applicationId: string,
  submitted: FormData,
): Promise<Revealed | Refused> {
  const found = await findEntered(applicationId);
  if (!found || !isEntered(found.application)) return refuse("not-found");
  const { application } = found;
  const form = new FormData();
  for (const [name, value] of submitted) form.append(name, value);
  form.set("intent", "save");
  const { step, typed, revision } = await readStep(await stepsOfService(application.visaServiceId), application, form);
  const { definition } = step;
  const revealed = await revealAnswers(context, { applicationId, step: definition.number });
  if (!revealed.ok) return revealed;
  const stored = await storedStep(application, definition);
  const hidden = withheldNames(definition, submitted.get(hiddenInput));
  const all = withWhatStays(definition, typed, stored.answers, { hidden, email: application.userEmail });
  return { ok: true, step: definition.code, revision, answers: shownAnswers(all.typed) };
}
