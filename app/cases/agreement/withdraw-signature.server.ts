import { z } from "zod";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { refuse } from "~/core/verbs/refused";
import { agreementEvents } from "~/db/schema/agreements";
import { mailEnd } from "./end-mails.server";
import { signedAgreements } from "./reading/read-agreement.server";

const unsigned = "This agreement is not signed.";
const verb = { input: z.object({ signature: z.uuid() }), messages: { invalid: unsigned } };

/**
 * Withdraws the applicant's last signature, while the office has not countersigned it: the event, the activity and,
 * of a case, a mail to both sides, in one transaction. A repeat changes nothing. Row and file stay.
 */
export function withdrawSignature(context: HolderContext, applicationId: string, input: unknown) {
  return asHolder(context, applicationId, verb, input, async ({ tx, application, record }, { signature }) => {
    const [last, ...earlier] = await signedAgreements(tx, applicationId);
    if (earlier.some(({ id }) => id === signature))
      return refuse("conflict", "You’ve signed a newer agreement since. Only that one can be withdrawn.");
    if (last?.id !== signature) return refuse("not-found", unsigned);
    if (last.withdrawn) return { ok: true };
    if (last.countersigned)
      return refuse(
        "closed",
        "We’ve countersigned this agreement, so you can’t withdraw your signature here. Please write to us.",
      );
    const withdrawnAt = new Date();
    await tx
      .insert(agreementEvents)
      .values({ signatureId: signature, applicationId, kind: "withdrawn", at: withdrawnAt });
    await record({ actionType: "agreement_withdrawn_by_applicant", details: { version: last.version } });
    if (application.submittedAt !== null) {
      await mailEnd(tx, application, { signedAt: last.signedAt, withdrawnAt });
      await updateTurn(tx, applicationId);
    }
    return { ok: true };
  });
}
