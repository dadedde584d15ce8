import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { agreementOfService } from "~/content/agreements/read.server";
import { refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { offerAgreement } from "../offer.server";
import type { Agreement } from "../read-agreement.server";

const inputSchema = z.object({ applicationId: z.uuid() });

/** Offers a submitted case the agreement of its service, once however often it is sent. */
export async function offerToCase(context: StaffContext, input: z.input<typeof inputSchema>) {
  return asStaff(context, { input: inputSchema }, input, async ({ tx, staff, record }, { applicationId }) => {
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

type Case = Pick<typeof visaApplications.$inferSelect, "status" | "visaServiceId">;

/** Whether staff may offer the agreement of a case's service: it is published, and neither offered nor signed. */
export async function canOffer(
  from: Queryable,
  { status, visaServiceId }: Case,
  { current, inForce }: Pick<Agreement, "current" | "inForce">,
): Promise<boolean> {
  if (!isUndecided(status) || !visaServiceId) return false;
  const template = (await agreementOfService(from, visaServiceId))?.template.id;
  return template !== undefined && current?.templateId !== template && inForce?.templateId !== template;
}
