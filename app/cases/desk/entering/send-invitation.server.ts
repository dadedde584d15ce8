import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isSameEmail } from "~/applications/access/change/open-change.server";
import { inviteApplicant } from "~/applications/start/begin-at-desk.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { isEntered } from "./enter-step.server";

const verb = {
  input: z.object({ applicationId: z.uuid(), attempt: z.uuid() }),
  failed: "a draft could not be handed over",
  rethrowsUnavailable: true,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "The link could not be sent. Please try again.",
  },
};

/**
 * Hands a desk draft over to its email. Only the mail contains the link. Idempotent. Needs a fresh session if the draft
 * comes from an inquiry with another email, because that changes who receives the inquirer's data.
 */
export function sendInvitation(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, staff, once, record }, { applicationId: id, attempt: key }) => {
    const application = await lockedApplication({ tx }, id);
    if (!application) return refuse("not-found", "Application not found.");
    return once(
      { kind: "invitation", key, content: [id, application.userEmail] },
      async (): Promise<Done | Refused> => {
        if (!isEntered(application))
          return refuse("closed", "This isn’t a draft started at the desk, so no link was sent.");
        const unconfirmed = (await isOtherRecipient(tx, application)) ? await refuseUnlessFresh({ tx, staff }) : null;
        if (unconfirmed) return unconfirmed;
        if (!(await inviteApplicant(tx, id)))
          return refuse("invalid", "There is no email address to send the link to. Change the email first.");
        await record({
          actionType: "invitation_sent_by_staff",
          subjectType: "application",
          subjectId: id,
          details: { number: application.applicationNumber },
        });
        return { ok: true };
      },
    );
  });
}

type Draft = Pick<typeof visaApplications.$inferSelect, "inquiryId" | "userEmail">;

async function isOtherRecipient(tx: Transaction, { inquiryId, userEmail }: Draft): Promise<boolean> {
  if (inquiryId === null) return false;
  const [inquiry] = await tx
    .select({ email: visaInquiries.email })
    .from(visaInquiries)
    .where(eq(visaInquiries.id, inquiryId));
  return inquiry !== undefined && !isSameEmail(inquiry.email, userEmail);
}
