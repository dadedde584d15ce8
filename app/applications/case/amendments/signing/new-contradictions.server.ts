import { type AllAnswers, type Asked, contradictionsIn } from "~/applications/steps/contradictions/asked";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { judged } from "~/applications/submission/completeness.server";
import type { Metadata } from "~/db/schema/applications";
import { type Corrected, type Signature, withCorrections } from "./sign-corrections.server";

/**
 * Contradictions that corrections, or the name that they are signed with, bring among the answers, without those that
 * the applicant has ticked to be right. Those that stood there before were asked about at the submission.
 */
export function newContradictions(answers: Metadata, corrections: readonly Corrected[], signature: Signature): Asked[] {
  return brought(answers, corrections, signature).filter(({ key, mark }) => signature.confirmed[key] !== mark);
}

/** The same that the applicant has ticked to be right, in words. */
export function confirmedWith(answers: Metadata, corrections: readonly Corrected[], signature: Signature): string[] {
  return brought(answers, corrections, signature)
    .filter(({ key, mark }) => signature.confirmed[key] === mark)
    .map(({ sentence }) => sentence);
}

function brought(answers: Metadata, corrections: readonly Corrected[], signature: Signature): Asked[] {
  const later = withCorrections(answers, corrections);
  const signed = { ...later, step8: { ...later.step8, electronicSignature: signature.name } };
  const before = new Set(contradictionsIn(allOf(answers)).map(({ mark }) => mark));
  return contradictionsIn(allOf(signed)).flatMap(({ isConfirmed: _, ...asked }) =>
    before.has(asked.mark) ? [] : [asked],
  );
}

/** An application has the steps that it has answers of. */
const allOf = (answers: Metadata): AllAnswers =>
  judged(
    knownSteps.filter((step) => answers[metadataKey(step)] !== undefined).map((definition) => ({ definition })),
    answers,
  );
