import { registerRenewal } from "~/mail/mail-renewals.server";
import { inForceOf, readAgreement, signedAgreements } from "./reading/read-agreement.server";

/** Registers what the mails of an agreement say when they are sent again, after it was signed or has ended. */
export function registerAgreementMails(): void {
  registerRenewal("agreement_offered", async (from, applicationId, data) => {
    const { current, inForce } = await readAgreement(from, applicationId);
    if (current) return { data: { ...data, because: current.because, workBeginsSigned: current.workBeginsSigned } };
    return {
      outdated: inForce
        ? "The applicant has signed the agreement, so there is nothing left to sign."
        : "The agreement is no longer offered. Offer it again on the page of the case, which emails the applicant.",
    };
  });
  registerRenewal("agreement_signed", async (from, applicationId, data) => {
    const inForce = inForceOf(await signedAgreements(from, applicationId));
    if (inForce?.signedAt.toISOString() === data.signedAt) return { data };
    return {
      outdated: inForce
        ? "The applicant has signed a newer agreement since. Send the email about that one."
        : "This agreement is no longer in force. The page of the case says when it ended.",
    };
  });
}
