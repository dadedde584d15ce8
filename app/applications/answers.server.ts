import type { Metadata } from "~/db/schema/applications";
import { countryName } from "./countries.server";
import { stepsOfService } from "./service-steps.server";
import { reviewSteps, type ShownStep, shownAsSigned, shownSteps } from "./steps/review";
import { signedRecord } from "./submit.server";

/** An application's questions and answers: as signed once it is submitted, from the definitions while it is a draft. */
export async function staffAnswers(application: {
  id: string;
  visaServiceId: string | null;
  metadata: Metadata;
}): Promise<ShownStep[]> {
  const signed = await signedRecord(application.id);
  if (signed) return shownAsSigned(signed.steps);
  return shownSteps(reviewSteps(await stepsOfService(application.visaServiceId), application.metadata, countryName));
}
