import type { HolderContext } from "~/applications/access/as-holder.server";
import { applyStepEmail } from "~/applications/access/change/ask.server";
import { handledEmail, isSameEmail } from "~/applications/access/change/open-change.server";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import type { FoundApplication } from "~/applications/access/find.server";
import { emailInput } from "~/core/email/email-input.server";
import type { Answers, Problem } from "~/form-engine/definition";
import type { StepForm } from "./step-form.server";

/**
 * A new address in step 1. `keeps`: it looks misspelt and the applicant confirmed it. `meant`: it looks misspelt, and
 * the applicant is first asked about this correction.
 */
export type SubmittedEmail = { email: string; keeps: boolean; meant: string | undefined };

/**
 * Only step 1 sent with `Next Step` or `Save & Exit` changes the address. Undefined if the address is invalid or was
 * handled already.
 */
export async function submittedEmail(
  { step, intent, keepsEmail }: StepForm,
  answers: Answers,
  find: () => Promise<FoundApplication | undefined>,
): Promise<SubmittedEmail | undefined> {
  if (step.definition.code !== "applicant_info" || (intent !== "next" && intent !== "exit")) return undefined;
  const email = emailInput.safeParse(answers.email).data;
  const application = email && (await find())?.application;
  if (!application || isSameEmail(email, handledEmail(application))) return undefined;
  const asksAboutTypo = intent === "next" && !keepsEmail && !isSameEmail(email, application.userEmail);
  const meant =
    asksAboutTypo && !application.keptEmails.includes(email.toLowerCase()) ? suggestEmail(email) : undefined;
  return { email, keeps: keepsEmail && suggestEmail(email) !== undefined, meant };
}

/** Changes the address; undefined on success. `tooMany`: the hourly limit of changes is used up. */
export async function applySubmittedEmail(
  context: HolderContext,
  applicationId: string,
  submitted: SubmittedEmail,
): Promise<{ problem: Problem; tooMany: boolean } | "refused" | "already" | undefined> {
  const result = await applyStepEmail(context, applicationId, submitted);
  if (result.ok) return undefined;
  if (result.reason === "closed") return "already";
  if (result.reason === "forbidden") return "refused";
  return { problem: { name: "email", message: result.message }, tooMany: result.reason === "limited" };
}
