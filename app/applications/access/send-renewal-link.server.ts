import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { asHolder, type HolderContext } from "./as-holder.server";
import { refuseSending } from "./email-state.server";
import { readRenewal } from "./renewals.server";
import { enqueueLink } from "./resume.server";

/**
 * Mails the private link of a case's renewal to the renewal's own email, for a browser that can only open the case.
 * Conflict without a renewal.
 */
export function sendRenewalLink(context: HolderContext, caseId: string): Promise<Done | Refused> {
  return asHolder(context, caseId, async ({ tx }) => {
    const renewal = await readRenewal(tx, caseId);
    if (!renewal) return refuse("conflict");
    const tooOften = await refuseSending(tx, context, renewal.id);
    if (tooOften) return tooOften;
    await enqueueLink(tx, renewal.id);
    return { ok: true };
  });
}
