import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import type { Done, Refused } from "~/core/verbs/refused";
import { endChange } from "./end.server";

/** The address in force stays (N-EMAIL-10). Without a change there is nothing to end, and that is no error. */
export function keepCurrentEmail(context: HolderContext, applicationId: string): Promise<Done | Refused> {
  return asHolder(context, applicationId, async ({ tx, application, record }) => {
    await endChange(tx, application, { by: "applicant", record });
    return { ok: true };
  });
}
