import { starterStepDefinitions } from "~/db/seed/starter/form-steps";

/** The steps that the product knows: the standard eight, then the additions. */
const known = starterStepDefinitions.map(({ stepCode: code, stepName: title, stepType }, index) => ({
  ...{ code, title, isStandard: stepType === "standard" },
  /** The key of the answers in `metadata`: the step's permanent number. */
  key: `step${index + 1}`,
}));
export type KnownStep = { code: string; title: string; isStandard: boolean; key: string };
export const knownSteps: readonly KnownStep[] = known;

const byCode = new Map<string, KnownStep>(known.map((step) => [step.code, step]));
export const knownStep = (code: string): KnownStep | undefined => byCode.get(code);
export const titleOf = (code: string): string => byCode.get(code)?.title ?? code;

export const review = "review_certification";
/** No application can be submitted without these. */
export const alwaysShown: readonly string[] = ["applicant_info", review];
export const withoutIt = "Every application needs this step.";

export type Placed = { step: string; shown: boolean };

/** Completes a list to all known steps: the given ones in order, then the others hidden, and the review last. */
export function whole(steps: readonly Placed[]): Placed[] {
  const listed = steps.filter(({ step }) => byCode.has(step) && step !== review);
  const unlisted = known.filter(({ code }) => code !== review && !listed.some(({ step }) => step === code));
  return [...listed, ...unlisted.map(({ code }) => ({ step: code, shown: false })), { step: review, shown: true }];
}

/** The configuration of a service that has none (W-CONF-1). */
export const standardEight: readonly Placed[] = whole(
  known.filter(({ isStandard }) => isStandard).map(({ code }) => ({ step: code, shown: true })),
);

export const shownCodes = (steps: readonly Placed[]): string[] =>
  steps.flatMap(({ step, shown }) => (shown ? [step] : []));
