import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { amendmentsOf } from "~/cases/requests/amendments/read-amendments.server";
import { correctableIn, recordInForce } from "~/cases/requests/amendments/record-in-force";
import type { Queryable } from "~/db/client.server";
import type { SignedAnswer } from "~/db/schema/applications";

export type CorrectableStep = { code: string; title: string; questions: SignedAnswer[] };

/** Steps of a case that can be corrected, with the answers in force; empty if nothing was signed. */
export async function correctableSteps(applicationId: string, from: Queryable): Promise<CorrectableStep[]> {
  const signed = await signedRecord(applicationId, from);
  if (!signed) return [];
  return recordInForce(signed.steps, await amendmentsOf(applicationId, from))
    .map((step) => ({ code: step.code, title: step.title, questions: correctableIn(step.code, step.answers) }))
    .filter(({ questions }) => questions.length > 0);
}
