import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { metadataKey } from "~/applications/steps/registry";
import { reviewCertification } from "~/applications/steps/review-certification";
import type { Sealer } from "~/applications/stored-answers/sealed-answers.server";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { sealText } from "~/cases/request-items/sealed-texts.server";
import type { Correction } from "~/cases/requests/amendments/correcting/correction";
import { checkedBy } from "~/cases/requests/amendments/correcting/corrections.server";
import type { Amendment } from "~/cases/requests/amendments/read-amendments.server";
import { amendmentsOf, inForce } from "~/cases/requests/amendments/read-amendments.server";
import { countryName } from "~/core/countries.server";
import { normalizeLine } from "~/core/text-input";
import type { Transaction } from "~/db/client.server";
import type { Metadata, SignedStep } from "~/db/schema/applications";
import { amendments } from "~/db/schema/case";
import { type Confirmed, readConfirmed } from "~/form-engine/confirmed-part";
import { type Answers, fieldsOf, type Problem } from "~/form-engine/definition";
import { validateStep } from "~/form-engine/validate";
import { amendedQuestions } from "./amended-questions";

/** Signature of a Send with corrections; `confirmed`: contradictions that the applicant says are right. */
export type Signature = { certifies: boolean; name: string; confirmed: Confirmed };

export const signatureIn = (form: FormData): Signature => ({
  certifies: ["yes", "on"].includes(String(form.get("certifyAccuracy") ?? "")),
  name: normalizeLine(String(form.get("electronicSignature") ?? "")),
  confirmed: readConfirmed(form),
});

/** Problems of the signature by field. The name has to match step 1 with its corrections. */
export function signatureProblems(
  signature: Signature,
  answers: Metadata,
  corrections: readonly Corrected[],
): Problem[] {
  const later = withCorrections(answers, corrections);
  const { today, countries } = checkedBy(answers);
  const signatureAnswers = {
    ...(signature.certifies ? { certifyAccuracy: true } : {}),
    ...(signature.name ? { electronicSignature: signature.name } : {}),
  };
  const signatureFields = new Set(["certifyAccuracy", "electronicSignature"]);
  return validateStep(reviewCertification, signatureAnswers, today, countries, () => applicantIn(later)).filter(
    ({ name }) => signatureFields.has(name),
  );
}

export const withCorrections = (answers: Metadata, corrections: readonly Corrected[]): Metadata => ({
  ...answers,
  ...Object.fromEntries(corrections.map((corrected) => [metadataKey(corrected.correction.step), corrected.answers])),
});

/** `answers`: all answers of the step after the correction. */
export type Corrected = { correction: Correction; answers: Answers };

export type RecordNow = { steps: readonly SignedStep[]; inForce: readonly Amendment[] };

export async function recordNow(tx: Transaction, applicationId: string): Promise<RecordNow> {
  const signed = await signedRecord(applicationId, tx);
  return { steps: signed?.steps ?? [], inForce: inForce(await amendmentsOf(applicationId, tx)) };
}

type Signed = Corrected & { itemId: string; answerId: string; signature: string; confirmed: readonly string[] };

const accuracy = fieldsOf(reviewCertification).find(({ name }) => name === "certifyAccuracy")?.label ?? "";

export async function writeAmendments(
  tx: Transaction,
  sealer: Sealer,
  record: RecordNow,
  signed: Signed,
): Promise<void> {
  const { correction, answers, itemId, answerId, signature, confirmed } = signed;
  const { code, title } = correction.step;
  const step = record.steps.find((candidate) => candidate.code === code);
  const rows = amendedQuestions(correction, answers, countryName).map(({ name, was, is }, position) => {
    const id = crypto.randomUUID();
    const latest = record.inForce.filter(({ stepCode, question }) => stepCode === code && question === name).at(-1);
    const inRecord = latest ? latest.after : step?.answers.find((candidate) => candidate.name === name)?.answer;
    const before = was ? (inRecord ?? was.answer) : null;
    const words = is ?? was;
    return {
      ...{ id, applicationId: sealer.applicationId, itemId, answerId, position },
      ...{ stepCode: code, stepTitle: step?.title ?? title, question: name, label: words?.label ?? name },
      entry: words?.entry ?? null,
      isSensitive: words?.sensitive ?? false,
      ...{ wasAsked: was !== null, isAsked: is !== null },
      before: sealText(sealer, "amendments.before", id, JSON.stringify(before)),
      after: sealText(sealer, "amendments.after", id, JSON.stringify(is?.answer ?? null)),
      certifications: [accuracy, ...confirmed],
      signature,
    };
  });
  if (rows.length > 0) await tx.insert(amendments).values(rows);
}
