import type { Metadata, SignedStep } from "~/db/schema/applications";
import { countryName } from "./countries.server";
import { stepsOfService } from "./service-steps.server";
import { reviewSteps } from "./steps/review";
import { signedRecord } from "./submit.server";

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
