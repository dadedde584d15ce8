import { type AllAnswers, isAboutSame } from "~/applications/steps/contradictions/asked";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import type { WizardData } from "~/applications/wizard/data.server";
import { type KnownStep, storedHere } from "~/applications/wizard/saving/known-step";
import { namesIn } from "~/core/countries/country-options";
import type { Answers, StepDefinition } from "~/form-engine/definition";

type Shown = WizardData & Partial<Pick<KnownStep, "unsaved">>;

/** The answers of all steps, with the current ones of this step's form. */
export function allAnswers(data: Shown, definition: StepDefinition, answers: Answers): AllAnswers {
  // A save from here may be newer than the page, e.g. after the browser's Back.
  const otherSteps = data.steps.flatMap((step) =>
    storedHere(data, step).map((known): [string, Answers] => [metadataKey(known.definition), known.stored ?? {}]),
  );
  return {
    steps: data.steps.flatMap(({ code }) => stepByCode(code) ?? []),
    metadata: { ...Object.fromEntries(otherSteps), ...data.unsaved, [metadataKey(definition)]: answers },
    today: data.today,
    countries: namesIn(data.countries),
    visa: data.visa,
    // Of this step only those about answers that are still as the page was loaded with them.
    differences: data.differences.filter(({ key }) => isAboutSame(key, definition, data.answers, answers)),
  };
}
