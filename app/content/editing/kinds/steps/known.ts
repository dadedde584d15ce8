import { starterStepDefinitions } from "~/db/seed/starter/form-steps";

/** The steps that the product knows, in their own order: the standard eight, then the additions. */
const known = starterStepDefinitions.map(({ stepCode: code, stepName: title, stepType }, at) => ({
  ...{ code, title, isStandard: stepType === "standard" },
  /** Where the answers lie in `metadata`: the step's permanent number. */
  key: `step${at + 1}`,
}));
export type KnownStep = { code: string; title: string; isStandard: boolean; key: string };
export const knownSteps: readonly KnownStep[] = known;

const byCode = new Map<string, KnownStep>(known.map((step) => [step.code, step]));
export const knownStep = (code: string): KnownStep | undefined => byCode.get(code);
export const titleOf = (code: string): string => byCode.get(code)?.title ?? code;

export const review = "review_certification";
/** No application can go without these (O-STEP-3). */
export const alwaysShown: readonly string[] = ["applicant_info", review];
export const withoutIt = "No application can go without this step.";

/** A step in its place, as a configuration lists it. */
export type Placed = { step: string; shown: boolean };

/** Every known step: those given in their order, the others hidden behind them, and the review last. */
export function whole(given: readonly Placed[]): Placed[] {
  const listed = given.filter(({ step }) => byCode.has(step) && step !== review);
  const others = known.filter(({ code }) => code !== review && !listed.some(({ step }) => step === code));
  return [...listed, ...others.map(({ code }) => ({ step: code, shown: false })), { step: review, shown: true }];
}

/** What a service without a configuration has (W-CONF-1). */
export const standardEight: readonly Placed[] = whole(
  known.filter(({ isStandard }) => isStandard).map(({ code }) => ({ step: code, shown: true })),
);

export const shownCodes = (steps: readonly Placed[]): string[] =>
  steps.flatMap(({ step, shown }) => (shown ? [step] : []));
