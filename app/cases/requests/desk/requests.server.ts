import { eq } from "drizzle-orm";
import { z } from "zod";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { isUndecided } from "~/applications/status/undecided";
import { newerReasonsOf } from "~/cases/aging/newer-reasons.server";
import { isMasked } from "~/cases/masked-answers/masked";
import { type CorrectableStep, correctableSteps } from "~/cases/requests/asking/correctable.server";
import { deskAmendments } from "~/cases/requests/desk/amendments/desk-amendments.server";
import { readForDesk } from "~/cases/requests/read-requests.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { answerAsText } from "~/form-engine/answer-text";

/** Data of the staff's request form; null if no application has this id. */
export async function readRequestForm(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db
    .select({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      status: visaApplications.status,
      userEmail: visaApplications.userEmail,
      visaServiceId: visaApplications.visaServiceId,
      filedOn: visaApplications.filedOn,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  if (!application) return null;
  const { visaServiceId, filedOn: _, ...shown } = application;
  const mayAsk = isUndecided(application.status);
  const [requirements, requests, steps, amendments, newer] = await Promise.all([
    requirementsOf(visaServiceId),
    readForDesk(id),
    mayAsk ? correctableSteps(id, db) : [],
    deskAmendments(id),
    newerReasonsOf(application),
  ]);
  const requestedSteps = new Set(
    [...requests.open, ...requests.done.filter(({ state }) => state === "sent")].map(({ stepCode }) => stepCode),
  );
  return {
    application: shown,
    mayAsk,
    steps: steps.map((step) => askableStep(step, requestedSteps.has(step.code))),
    requirements: requirements.map(({ type, name }) => ({ type, name })),
    requests,
    amendments,
    /** Why a newer one can be asked for, by document type. */
    newer,
    attempt: crypto.randomUUID(),
  };
}

/** A recorded step in the request form: sensitive answers stay on the server. */
export type AskableStep = {
  code: string;
  title: string;
  /** A correction of it is open or unchecked. */
  isAsked: boolean;
  /** `answer`: null is not answered. */
  questions: { name: string; label: string; answer: string | null; isHidden: boolean }[];
};

const askableStep = ({ code, title, questions }: CorrectableStep, isAsked: boolean): AskableStep => ({
  code,
  title,
  isAsked,
  questions: questions.map((question) => {
    const isHidden = isMasked(question);
    return {
      name: question.name,
      label: question.label,
      answer: isHidden ? null : answerAsText(question.answer),
      isHidden,
    };
  }),
});
