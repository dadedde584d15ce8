import { type AllAnswers, type Asked, contradictionsIn } from "~/applications/steps/contradictions/asked";
import type { Visa } from "~/applications/steps/contradictions/visa";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { answersToCheck } from "~/applications/stored-answers/completeness.server";
import type { Metadata } from "~/db/schema/applications";
import { type Corrected, type Signature, withCorrections } from "./sign-corrections.server";

type Signing = { answers: Metadata; visa: Visa };

/** Contradictions that corrections or the signing name cause and the applicant did not confirm. */
export function newContradictions(all: Signing, corrections: readonly Corrected[], signature: Signature): Asked[] {
  return brought(all, corrections, signature).filter(({ key, mark }) => signature.confirmed[key] !== mark);
}

export function confirmedWith(all: Signing, corrections: readonly Corrected[], signature: Signature): string[] {
  return brought(all, corrections, signature)
    .filter(({ key, mark }) => signature.confirmed[key] === mark)
    .map(({ sentence }) => sentence);
}

function brought({ answers, visa }: Signing, corrections: readonly Corrected[], signature: Signature): Asked[] {
  const later = withCorrections(answers, corrections);
  const signed = { ...later, step8: { ...later.step8, electronicSignature: signature.name } };
  const before = new Set(contradictionsIn(allOf(answers, visa)).map(({ mark }) => mark));
  return contradictionsIn(allOf(signed, visa)).flatMap(({ isConfirmed: _, ...contradiction }) =>
    before.has(contradiction.mark) ? [] : [contradiction],
  );
}

/** An application has the steps for which it has answers. */
const allOf = (answers: Metadata, visa: Visa): AllAnswers =>
  answersToCheck(
    knownSteps.filter((step) => answers[metadataKey(step)] !== undefined).map((definition) => ({ definition })),
    answers,
    visa,
  );
