import { stepByCode } from "~/applications/steps/registry";
import { isMasked } from "~/cases/masked-answers/masked";
import { type Amendment, amendmentsOf } from "~/cases/requests/amendments/read-amendments.server";
import { answerAsText } from "~/form-engine/answer-text";

/** One side of an amendment: a sensitive answer stays on the server until it is revealed; null is not answered. */
export type DeskSide = { isAsked: boolean; isHidden: boolean; text: string | null };

export type DeskAmendment = Pick<
  Amendment,
  "id" | "answerId" | "stepCode" | "stepTitle" | "question" | "label" | "signature" | "signedAt" | "outcome"
> & {
  /** Number of its step, for a reveal. */
  step: number;
  decidedAt: string | null;
  before: DeskSide;
  after: DeskSide;
};

export type RevealedAmendment = { before: string | null; after: string | null };

export const deskAmendments = async (applicationId: string): Promise<DeskAmendment[]> =>
  (await amendmentsOf(applicationId)).map(deskAmendment);

function deskAmendment(amendment: Amendment): DeskAmendment {
  const { id, answerId, stepCode, stepTitle, question, label, signature, signedAt, outcome, decidedAt } = amendment;
  const { isSensitive: sensitive, before, after, wasAsked, isAsked } = amendment;
  const side = (answer: Amendment["before"], asked: boolean): DeskSide => {
    const isHidden = isMasked({ sensitive, answer });
    return { isAsked: asked, isHidden, text: isHidden ? null : answerAsText(answer) };
  };
  return {
    ...{ id, answerId, stepCode, stepTitle, question, label, signature, signedAt, outcome, decidedAt },
    step: stepByCode(stepCode)?.number ?? 0,
    before: side(before, wasAsked),
    after: side(after, isAsked),
  };
}

export async function hiddenAmendments(applicationId: string, stepCodes: readonly string[]) {
  const ofSteps = (await amendmentsOf(applicationId)).filter(({ stepCode }) => stepCodes.includes(stepCode));
  const hidden = ofSteps.filter(({ isSensitive, before, after }) =>
    [before, after].some((answer) => isMasked({ sensitive: isSensitive, answer })),
  );
  const words = hidden.map(({ id, before, after }): [string, RevealedAmendment] => [
    id,
    { before: answerAsText(before), after: answerAsText(after) },
  ]);
  return { questions: hidden.map(({ question }) => question), amendments: Object.fromEntries(words) };
}
