import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { refuse } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";
import { offerAgreement } from "../offer.server";

const inputSchema = z.object({ applicationId: z.uuid() });

/** Offers a submitted case the agreement of its service, once however often it is sent. */
export function offerToCase(context: StaffContext, input: unknown) {
  const messages = { forbidden: "Your account is no longer active." };
  return asStaff(context, { input: inputSchema, messages }, input, async ({ tx, staff, record }, { applicationId }) => {
    const of = eq(visaApplications.id, applicationId);
    const [application] = await tx.select().from(visaApplications).where(of).for("update");
    if (!application) return refuse("not-found", "Application not found.");
    if (!isUndecided(application.status))
      return refuse("closed", "The agreement can be offered after the submission and before the decision.");
    const offered = await offerAgreement(tx, application, { by: staff.email });
    if (!offered.ok || !offered.isOffered) return offered;
    await record({
      actionType: "agreement_offered",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber },
    });
    await updateTurn(tx, applicationId);
    return offered;
  });
}
