import { asc, eq } from "drizzle-orm";
import { reviewSteps } from "~/applications/steps/review";
import type { ServiceStep } from "~/applications/steps/service-steps.server";
import { countryName } from "~/core/countries.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { applicationSubmissions, type Metadata, type SignedStep } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { fieldsOf } from "~/form-engine/definition";
import { openedSteps, type Sealer, sealedSteps } from "./sealed-answers.server";
import { usableKey } from "./usable-key.server";

export async function signedRecord(applicationId: string, from: Queryable = db) {
  const [record] = await from
    .select()
    .from(applicationSubmissions)
    .where(eq(applicationSubmissions.applicationId, applicationId));
  if (!record) return undefined;
  const key = await usableKey(applicationId, from);
  return { ...record, steps: openedSteps({ applicationId, key }, record.steps) };
}

type Signature = {
  attemptKey: string;
  steps: readonly ServiceStep[];
  signed: Metadata;
  confirmed: readonly string[];
  serviceName: string | null;
  submittedAt: Date;
};

/** Stores the signed record, with the files that the application has now. */
export async function storeSignedRecord(
  tx: Transaction,
  sealer: Sealer,
  { steps, signed, confirmed, serviceName, ...signature }: Signature,
): Promise<void> {
  const files = await tx
    .select()
    .from(documents)
    .where(eq(documents.applicationId, sealer.applicationId))
    .orderBy(asc(documents.createdAt));
  const record = signedRecordOf(steps, { signed, confirmed }, files, serviceName);
  await tx.insert(applicationSubmissions).values({
    ...signature,
    ...record,
    applicationId: sealer.applicationId,
    steps: sealedSteps(sealer, record.steps),
  });
}

export const signedRecordOf = (
  steps: readonly ServiceStep[],
  { signed, confirmed = [] }: { signed: Metadata; confirmed?: readonly string[] },
  files: readonly (typeof documents.$inferSelect)[],
  serviceName: string | null,
) => ({
  serviceName: serviceName ?? "Visa Application",
  steps: withConfirmations(reviewSteps(steps, signed, countryName), confirmed),
  documents: files.map((file) => ({
    id: file.id,
    name: file.documentName,
    type: file.documentType,
    byteSize: file.byteSize,
    sha256: file.sha256,
  })),
  certifications: certifications(steps),
  electronicSignature: String(signed.step8?.electronicSignature ?? ""),
});

/** Adds confirmations to the certification; a record without any keeps its old form. */
const withConfirmations = (steps: SignedStep[], confirmed: readonly string[]): SignedStep[] =>
  steps.map((step) =>
    step.code === "review_certification" && confirmed.length > 0 ? { ...step, confirmed: [...confirmed] } : step,
  );

/** Sentences that the applicant confirmed; none in older records. */
export const confirmationsIn = (steps: readonly SignedStep[]): string[] =>
  steps.flatMap(({ confirmed = [] }) => confirmed);

const certifications = (steps: readonly ServiceStep[]) =>
  steps
    .filter(({ definition }) => definition.code === "review_certification")
    .flatMap(({ definition }) => fieldsOf(definition))
    .filter((field) => field.kind === "tick")
    .map((field) => field.label);
