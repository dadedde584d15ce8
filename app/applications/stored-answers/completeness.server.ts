import { answersIn } from "~/applications/steps/answers-in";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import type { AllAnswers } from "~/applications/steps/contradictions/asked";
import type { Visa } from "~/applications/steps/contradictions/visa";
import { metadataKey } from "~/applications/steps/registry";
import type { ServiceStep } from "~/applications/steps/service-steps.server";
import { countryNames } from "~/core/countries.server";
import { nassauDay } from "~/core/time";
import type { Metadata } from "~/db/schema/applications";
import type { Problem } from "~/form-engine/definition";
import { relevantAnswers } from "~/form-engine/relevance";
import { todayAround, validateStep } from "~/form-engine/validate";

export type StepProblems = { code: string; title: string; problems: Problem[] };

/** Problems of the whole application by step; empty if it can be submitted. */
export function problemsOf(steps: readonly ServiceStep[], metadata: Metadata): StepProblems[] {
  const applicant = () => applicantIn(metadata);
  return steps
    .map(({ definition, title }) => {
      const answers = answersIn(metadata, definition);
      const problems = validateStep(definition, answers, todayAround(), countryNames, applicant);
      return { code: definition.code, title, problems };
    })
    .filter((step) => step.problems.length > 0);
}

export const answersToCheck = (
  steps: readonly Pick<ServiceStep, "definition">[],
  metadata: Metadata,
  visa: Visa,
): AllAnswers => ({
  steps: steps.map(({ definition }) => definition),
  metadata,
  today: todayAround(),
  countries: countryNames,
  visa,
});

/** Irrelevant answers are dropped when an application is signed (docs/product/design.md). */
export function relevantMetadata(steps: readonly ServiceStep[], metadata: Metadata, day = nassauDay()): Metadata {
  const relevant: Metadata = Object.fromEntries(
    steps.map(({ definition }) => {
      return [metadataKey(definition), relevantAnswers(definition, answersIn(metadata, definition))];
    }),
  );
  return { ...relevant, step8: { ...relevant.step8, signatureDate: day } };
}
