import type { HolderContext } from "~/applications/access/as-holder.server";
import { applyStepEmail } from "~/applications/access/change/ask.server";
import { handledEmail, isSameEmail } from "~/applications/access/change/open-change.server";
import { suggestEmail } from "~/applications/access/change/suggest-email";
import type { FoundApplication } from "~/applications/access/find.server";
import { emailInput } from "~/core/email/email-input.server";
import type { Answers, Problem } from "~/form-engine/definition";
import type { StepForm } from "./step-form.server";

/** A new address in step 1. `meant`: the suggestion if it looks misspelt, which is confirmed first. */
export type SubmittedEmail = { email: string; keeps: boolean; meant: string | undefined };

/** Only step 1 sent with `Next Step` or `Save & Exit` changes the address. Undefined for text that is no address. */
export async function submittedEmail(
  { step, intent, keepsEmail }: StepForm,
  typed: Answers,
  find: () => Promise<FoundApplication | undefined>,
): Promise<SubmittedEmail | undefined> {
  if (step.definition.code !== "applicant_info" || (intent !== "next" && intent !== "exit")) return undefined;
  const email = emailInput.safeParse(typed.email).data;
  const application = email && (await find())?.application;
  if (!application || isSameEmail(email, handledEmail(application))) return undefined;
  const isAsked = intent === "next" && !keepsEmail && !isSameEmail(email, application.userEmail);
  const meant = isAsked && !application.keptEmails.includes(email.toLowerCase()) ? suggestEmail(email) : undefined;
  return { email, keeps: keepsEmail && suggestEmail(email) !== undefined, meant };
}

/** Changes the address; undefined on success. `tooMany`: the hourly limit of changes is used up. */
export async function applySubmittedEmail(
  context: HolderContext,
  applicationId: string,
  given: SubmittedEmail,
): Promise<{ problem: Problem; tooMany: boolean } | "refused" | "already" | undefined> {
  const taken = await applyStepEmail(context, applicationId, given);
  if (taken.ok) return undefined;
  if (taken.reason === "closed") return "already";
  if (taken.reason === "forbidden") return "refused";
  return { problem: { name: "email", message: taken.message }, tooMany: taken.reason === "limited" };
}
