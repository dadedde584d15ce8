import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { invalidCharactersMessage, isValidText, normalizeFigures, normalizeText } from "~/core/text-input";
import { isDay, nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import { agreementEvents } from "~/db/schema/agreements";
import { visaApplications } from "~/db/schema/applications";
import { mailEnd } from "../end-mails.server";
import { signedAgreements } from "../reading/read-agreement.server";
import { maxReasonLength } from "./reason-length";

const inputSchema = z.object({
  applicationId: z.uuid(),
  signature: z.uuid(),
  endedOn: z.string().default("").transform(normalizeFigures),
  reason: z.string().default("").transform(normalizeText),
});

/** Problems by field; empty if the form is right. */
export type EndProblems = { endedOn?: string; reason?: string };

function problemsOf(endedOn: string, reason: string, signedOn: string): EndProblems {
  const isPossible = isDay(endedOn) && endedOn >= signedOn && endedOn <= nassauDay();
  const problem = reasonProblem(reason);
  return {
    ...(isPossible ? {} : { endedOn: "Choose a day from the signature to today." }),
    ...(problem ? { reason: problem } : {}),
  };
}

function reasonProblem(reason: string): string | undefined {
  if (!isValidText(reason)) return invalidCharactersMessage("The reason");
  if (reason === "") return "Say why the agreement ended.";
  // Counted as the database counts them.
  return [...reason].length > maxReasonLength ? `Please use at most ${maxReasonLength} characters.` : undefined;
}

/**
 * Records that a countersigned agreement ended, with the day and why: the event, the activity and a mail to both sides,
 * in one transaction. Until it is countersigned, its applicant withdraws it instead. Rows and file stay.
 */
export function endAgreement(context: StaffContext, input: unknown) {
  const messages = { forbidden: "Your account is no longer active.", invalid: "Please send the form again." };
  const verb = { input: inputSchema, messages };
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId, signature, endedOn, reason }) => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application) return refuse("not-found");
    const signed = (await signedAgreements(tx, applicationId)).find(({ id }) => id === signature);
    if (!signed) return refuse("closed", "This agreement is not signed.");
    if (!signed.countersigned)
      return refuse("closed", "This agreement isn’t countersigned, so only the applicant can withdraw the signature.");
    const { ended } = signed;
    if (ended)
      return ended.adminEmail === staff.email && ended.on === endedOn && ended.reason === reason
        ? { ok: true }
        : refuse("conflict", ownerMessages.stale);
    const problems = problemsOf(endedOn, reason, nassauDay(signed.signedAt));
    const [problem] = Object.values(problems);
    if (problem) return refuse("invalid", problem, problems);
    await tx.insert(agreementEvents).values({
      ...{ signatureId: signature, applicationId, kind: "ended", adminEmail: staff.email, endedOn, reason },
      at: new Date(),
    });
    await record({
      actionType: "agreement_ended",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber, version: signed.version, endedOn },
    });
    await mailEnd(tx, application, { signedAt: signed.signedAt, endedOn, reason });
    await updateTurn(tx, applicationId);
    return { ok: true };
  });
}
