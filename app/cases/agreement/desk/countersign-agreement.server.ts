import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { sha256Of } from "~/core/sha256.server";
import { refuse } from "~/core/verbs/refused";
import { agreementEvents } from "~/db/schema/agreements";
import { visaApplications } from "~/db/schema/applications";
import { enqueueMail } from "~/mail/outbox.server";
import { canonicalCountersignature } from "../reading/canonical";
import { signedAgreements } from "../reading/read-agreement.server";

const inputSchema = z.object({
  applicationId: z.uuid(),
  /** Empty for one that is not signed. */
  signature: z.uuid().or(z.literal("")).default(""),
  /** The SHA-256 of what the admin read and signs. */
  sha256: z.string().default(""),
});

const messages = { forbidden: "Your account is no longer active.", invalid: "This agreement is not signed." };

/**
 * Signs the applicant's last signature with the admin's name: the event with the SHA-256 of its own canonical form, the
 * activity and one mail to the applicant, in one transaction. Of two admins the second is refused, and so is what the
 * applicant has withdrawn: both lock the application first. A repeat by the same admin changes nothing.
 */
export function countersignAgreement(context: StaffContext, input: unknown) {
  const verb = { input: inputSchema, fresh: true, messages } as const;
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId, signature, sha256 }) => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application) return refuse("not-found");
    if (application.submittedAt === null)
      return refuse("closed", "The applicant has to submit the application before you can countersign.");
    const [last, ...earlier] = await signedAgreements(tx, applicationId);
    const signed = [last, ...earlier].find((agreement) => agreement?.id === signature);
    if (!last || !signed) return refuse("closed", messages.invalid);
    if (signed.withdrawn) return refuse("conflict", "The applicant has withdrawn this signature.");
    if (signed.countersigned?.adminEmail === staff.email && signed.sha256 === sha256) return { ok: true };
    // Another admin was first, or the applicant has signed again since the page was loaded.
    if (signed.countersigned || signed.id !== last.id || signed.sha256 !== sha256)
      return refuse("conflict", ownerMessages.stale);
    const at = new Date();
    const name = staff.name ?? staff.email;
    const { applicationNumber, userEmail } = application;
    await tx.insert(agreementEvents).values({
      ...{ signatureId: signed.id, applicationId, kind: "countersigned", adminEmail: staff.email, signature: name, at },
      sha256: sha256Of(
        canonicalCountersignature(applicationNumber, { agreement: sha256, signature: name, at: at.toISOString() }),
      ),
    });
    await record({
      actionType: "agreement_countersigned",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: applicationNumber, version: signed.version, sha256 },
    });
    const applicant = nameIn(application);
    await enqueueMail(tx, {
      kind: "agreement_signed",
      to: userEmail,
      toName: applicant,
      applicationId,
      data: {
        ...{ name: applicant, email: userEmail, applicationNumber },
        ...{ signedAt: signed.signedAt.toISOString(), countersignedAt: at.toISOString() },
      },
    });
    await updateTurn(tx, applicationId);
    return { ok: true };
  });
}
