import { eq } from "drizzle-orm";
import type { Answers, StepDefinition } from "~/applications/steps/engine/definition";
import { reviewSteps, type ShownStep, shownAsSigned, shownSteps } from "~/applications/steps/engine/review";
import { metadataKey } from "~/applications/steps/registry";
import { stepsOfService } from "~/applications/wizard/service-steps.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { type Metadata, type StoredAnswers, visaApplications } from "~/db/schema/applications";
import { applicantInformation } from "~/db/schema/steps";
import { countryName } from "~/ground/countries.server";
import { signedRecord } from "./signed-record.server";

// Applicants' answers are read and written in this file, so that they can be protected in one place. The one exception
// is the statement of a save, which compares and writes a step's answers itself (`save-step.server.ts`).

type Row = Pick<typeof visaApplications.$inferSelect, "metadata" | "revisions">;

/** All answers of an application, by the keys of its steps. */
export const storedAnswers = ({ metadata }: Pick<Row, "metadata">): Metadata => metadata as unknown as Metadata;

/** All answers of an application as its row has them. */
export const toStore = (answers: Metadata): StoredAnswers => answers as unknown as StoredAnswers;

/** The answers of a step as stored, with the revision that a change of them has to carry. */
export function storedStep(application: Row, definition: StepDefinition) {
  const key = metadataKey(definition);
  const answers: Answers = storedAnswers(application)[key] ?? {};
  return { answers, revision: application.revisions[key] ?? 0 };
}

/** Writes a step's answers into a locked application, under the revision that it answers. */
export async function writeAnswers(
  tx: Transaction,
  application: Row & { id: string },
  definition: StepDefinition,
  answers: Answers,
): Promise<number> {
  const key = metadataKey(definition);
  const revision = (application.revisions[key] ?? 0) + 1;
  await tx
    .update(visaApplications)
    .set({
      metadata: toStore({ ...storedAnswers(application), [key]: answers }),
      revisions: { ...application.revisions, [key]: revision },
      lastUpdatedAt: new Date(),
    })
    .where(eq(visaApplications.id, application.id));
  return revision;
}

/** The applicant's name of step 1, in either spelling that stored metadata may have (W-MAIL-6). */
export function applicantName(answers: Metadata, otherwise = "Applicant"): string {
  const step1 = answers.step1 ?? {};
  const name = [step1.firstName ?? step1.first_name, step1.lastName ?? step1.last_name];
  return name.filter((part) => typeof part === "string" && part !== "").join(" ") || otherwise;
}

/** The applicant's name as the row of step 1 has it; empty while there is none. */
export async function storedName(from: Queryable, applicationId: string): Promise<string> {
  const [person] = await from
    .select({ first: applicantInformation.firstName, last: applicantInformation.lastName })
    .from(applicantInformation)
    .where(eq(applicantInformation.applicationId, applicationId));
  return [person?.first, person?.last].filter(Boolean).join(" ");
}

type Answered = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "metadata">;

/** An application's questions and answers: as signed once it is submitted, from the definitions while it is a draft. */
export async function staffRecord(application: Answered): Promise<{ steps: ShownStep[]; signature: string | null }> {
  const signed = await signedRecord(application.id);
  if (signed) return { steps: shownAsSigned(signed.steps), signature: signed.electronicSignature };
  const steps = await stepsOfService(application.visaServiceId);
  return { steps: shownSteps(reviewSteps(steps, storedAnswers(application), countryName)), signature: null };
}

export const staffAnswers = async (application: Answered): Promise<ShownStep[]> =>
  (await staffRecord(application)).steps;
