import { eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { type Metadata, type SignedStep, visaApplications } from "~/db/schema/applications";
import { countryName } from "./countries.server";
import { stepsOfService } from "./service-steps.server";
import { signedRecord } from "./signed-record.server";
import type { Answers, StepDefinition } from "./steps/definition";
import { metadataKey } from "./steps/registry";
import { reviewSteps } from "./steps/review";

type Stored = Pick<typeof visaApplications.$inferSelect, "metadata" | "revisions">;

/** The answers of a step as stored, with the revision that a change of them has to carry. */
export function storedStep({ metadata, revisions }: Stored, definition: StepDefinition) {
  const key = metadataKey(definition);
  const answers: Answers = metadata[key] ?? {};
  return { answers, revision: revisions[key] ?? 0 };
}

/** Writes a step's answers into a locked application, under the revision that it answers. */
export async function writeAnswers(
  tx: Transaction,
  { id, metadata, revisions }: Stored & { id: string },
  definition: StepDefinition,
  answers: Answers,
): Promise<number> {
  const key = metadataKey(definition);
  const revision = (revisions[key] ?? 0) + 1;
  await tx
    .update(visaApplications)
    .set({
      metadata: { ...metadata, [key]: answers },
      revisions: { ...revisions, [key]: revision },
      lastUpdatedAt: new Date(),
    })
    .where(eq(visaApplications.id, id));
  return revision;
}

/** The applicant's name of step 1, in either spelling that stored metadata may have (W-MAIL-6). */
export function applicantName(metadata: Metadata, otherwise = "Applicant"): string {
  const answers: Answers = metadata.step1 ?? {};
  const name = [answers.firstName ?? answers.first_name, answers.lastName ?? answers.last_name];
  return name.filter((part) => typeof part === "string" && part !== "").join(" ") || otherwise;
}

/** An application's questions and answers: as signed once it is submitted, from the definitions while it is a draft. */
export async function staffAnswers(application: {
  id: string;
  visaServiceId: string | null;
  metadata: Metadata;
}): Promise<SignedStep[]> {
  const signed = await signedRecord(application.id);
  if (signed) return signed.steps;
  return reviewSteps(await stepsOfService(application.visaServiceId), application.metadata, countryName);
}
