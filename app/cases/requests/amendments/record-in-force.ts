import { stepByCode } from "~/applications/steps/registry";
import { reviewCertification } from "~/applications/steps/review-certification";
import type { SignedAnswer, SignedStep } from "~/db/schema/applications";
import { fieldsOf } from "~/form-engine/definition";
import { isCorrectable } from "./correcting/correction";
import type { Amendment } from "./read-amendments.server";

type Amended = Pick<
  Amendment,
  "stepCode" | "question" | "label" | "entry" | "isSensitive" | "isAsked" | "after" | "outcome"
>;

/** Replaces answers of the signed record by accepted corrections. */
export const recordInForce = (steps: readonly SignedStep[], amendments: readonly Amended[]): SignedStep[] =>
  steps.map((step) => {
    const ofStep = amendments.filter(({ stepCode, outcome }) => stepCode === step.code && outcome === "accepted");
    return ofStep.reduce(amendedStep, step);
  });

function amendedStep(step: SignedStep, amendment: Amended): SignedStep {
  const { question: name, label, after: answer, entry, isSensitive, isAsked } = amendment;
  if (!isAsked) return { ...step, answers: step.answers.filter((signed) => signed.name !== name) };
  const now: SignedAnswer = {
    ...{ name, label, answer },
    ...(entry ? { entry } : {}),
    ...(isSensitive ? { sensitive: true } : {}),
  };
  const isThere = step.answers.some((signed) => signed.name === name);
  const answers = isThere
    ? step.answers.map((signed) => (signed.name === name ? now : signed))
    : [...step.answers, now];
  return { ...step, answers: isThere ? answers : inOrderOf(step.code, answers) };
}

/** Sorts answers as the step asks them, because corrections can make questions relevant; unknown ones stay in place. */
export function inOrderOf<One extends { name: string }>(stepCode: string, answers: readonly One[]): One[] {
  const step = stepByCode(stepCode);
  if (!step) return [...answers];
  const positions = new Map(fieldsOf(step).map(({ name }, position) => [name, position]));
  const positionOf = ({ name }: One) => positions.get(name) ?? positions.size;
  return [...answers].sort((a, b) => positionOf(a) - positionOf(b));
}

/** Correctable questions of a recorded step: no files, nothing computed, nothing certified (C-REQ-3). */
export function correctableIn<One extends { name: string }>(code: string, answers: readonly One[]): One[] {
  const step = stepByCode(code);
  if (!step || step === reviewCertification) return [];
  const names = new Set(fieldsOf(step).flatMap((field) => (isCorrectable(field) ? [field.name] : [])));
  return answers.filter(({ name }) => names.has(name));
}
