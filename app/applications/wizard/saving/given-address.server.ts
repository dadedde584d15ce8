import type { HolderContext } from "~/applications/access/as-holder.server";
import { handledAddress, takeStepsAddress } from "~/applications/access/change/ask.server";
import { nearAddress } from "~/applications/access/change/near-address";
import { sameAddress } from "~/applications/access/change/open-change.server";
import type { FoundApplication } from "~/applications/access/find.server";
import { applicantEmail } from "~/applications/start/start.server";
import type { Answers, Problem } from "~/applications/steps/engine/definition";
import type { StepForm } from "./step-form.server";

/** An address of step 1 that was not acted upon yet. `meant`: it looks misspelt, and is asked about first. */
export type GivenAddress = { email: string; keeps: boolean; meant: string | undefined };

/**
 * Another address, given in step 1 with `Next Step` or `Save & Exit` (N-EMAIL-3, N-EMAIL-5). Only these forms look for
 * the application. Undefined for any other form, and for a text that is no address.
 */
export async function givenAddress(
  { step, intent, keepsEmail }: StepForm,
  typed: Answers,
  find: () => Promise<FoundApplication | undefined>,
): Promise<GivenAddress | undefined> {
  if (step.definition.code !== "applicant_info" || (intent !== "next" && intent !== "exit")) return undefined;
  const email = applicantEmail.safeParse(typed.email).data;
  const application = email && (await find())?.application;
  if (!application || sameAddress(email, handledAddress(application))) return undefined;
  const isAsked = intent === "next" && !keepsEmail && !sameAddress(email, application.userEmail);
  const meant = isAsked && !application.keptEmails.includes(email.toLowerCase()) ? nearAddress(email) : undefined;
  return { email, keeps: keepsEmail && nearAddress(email) !== undefined, meant };
}

/** Acts upon it: undefined when that is done. `tooMany`: more changes than an hour allows (N-EMAIL-13). */
export async function takeGiven(
  context: HolderContext,
  applicationId: string,
  given: GivenAddress,
): Promise<{ problem: Problem; tooMany: boolean } | "refused" | "already" | undefined> {
  const taken = await takeStepsAddress(context, applicationId, given);
  if (taken.ok) return undefined;
  if (taken.reason === "closed") return "already";
  if (taken.reason === "forbidden") return "refused";
  return { problem: { name: "email", message: taken.message }, tooMany: taken.reason === "limited" };
}
