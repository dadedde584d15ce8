import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { refuse } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";
import { renewOffer } from "../offer.server";

const inputSchema = z.object({ applicationId: z.uuid() });

/**
 * Asks the applicant of a signed agreement to sign its newer version, or the price of now where it could not be
 * offered by itself. The earlier one counts until then. A repeat offers nothing.
 */
export function renewAgreement(context: StaffContext, input: unknown) {
  const messages = { forbidden: "Your account is no longer active." };
  const verb = { input: inputSchema, messages };
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId }) => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application) return refuse("not-found");
    if (!isUndecided(application.status))
      return refuse("closed", "You can’t ask for a signature because this case is closed.");
    const offered = await renewOffer(tx, applicationId, "version", staff.email);
    if (!offered.ok || !offered.isOffered) return offered;
    await record({
      actionType: "agreement_offered",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber, why: offered.because },
    });
    await updateTurn(tx, applicationId);
    return offered;
  });
}
