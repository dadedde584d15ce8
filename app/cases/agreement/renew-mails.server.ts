import { eq } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { registerRenewal } from "~/mail/mail-renewals.server";
import { inForceOf, readAgreement, signedAgreements } from "./reading/read-agreement.server";

/** Registers what the mails of an agreement say when they are sent again, after it was signed or has ended. */
export function registerAgreementMails(): void {
  registerRenewal("agreement_offered", async (from, applicationId, data) => {
    const { current, inForce } = await readAgreement(from, applicationId);
    if (current) return { data: { ...data, because: current.because, workBeginsSigned: current.workBeginsSigned } };
    if (inForce) return { outdated: "The applicant has signed the agreement, so there is nothing left to sign." };
    return {
      outdated: (await isOpen(from, applicationId))
        ? "The agreement is no longer offered. Offer it again on the page of the case, which emails the applicant."
        : "This case is closed, so there is nothing left to sign.",
    };
  });
  registerRenewal("agreement_signed", async (from, applicationId, data) => {
    const inForce = inForceOf(await signedAgreements(from, applicationId));
    if (inForce?.signedAt.toISOString() === data.signedAt) return { data };
    if (!inForce) return { outdated: "This agreement is no longer in force. The page of the case says when it ended." };
    return {
      outdated: inForce.countersigned
        ? "The applicant has signed a newer agreement since. Send the email about that one."
        : "The applicant has signed a newer agreement since. Countersign that one, which emails the applicant.",
    };
  });
}

async function isOpen(from: Queryable, applicationId: string): Promise<boolean> {
  const [application] = await from
    .select({ status: visaApplications.status })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return application !== undefined && isUndecided(application.status);
}
