import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { applicantInformation } from "~/db/schema/steps";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { choicesFor, defaultMessage, statusChoices } from "./status-choices";

const input = z.object({
  applicationId: z.uuid(),
  status: z.enum(statusChoices),
  message: z.string().trim().max(2000).default(""),
  /** The status that the person saw; another one now means that somebody was faster. */
  seen: z.string().optional(),
});

export type SetStatusResult = { ok: true } | { ok: false; reason: Reason; message: string; detail: string };
type Reason = "no-status" | "forbidden" | "invalid" | "not-found" | "draft" | "changed" | "failed";

const failed = "Failed to update status. Please try again.";
const details: Partial<Record<Reason, string>> = {
  forbidden: "Your account is not active any more.",
  invalid: "That is not one of the statuses, or the message is longer than 2,000 characters.",
  draft: "An application that was never submitted can only be withdrawn.",
  changed: "Somebody else changed the status in the meantime; the page shows the present one.",
};

function refuse(reason: Reason): SetStatusResult {
  const message = reason === "no-status" ? "Please select a status." : failed;
  return { ok: false, reason, message, detail: details[reason] ?? "" };
}

/**
 * Sets the status that staff chose: row, history, activity and the applicant's mail in one transaction, so that a
 * failed update leaves the old status and no mail (A-APPD-8 to -14).
 */
export async function setStatus({ staff, address }: StaffContext, given: unknown): Promise<SetStatusResult> {
  const parsed = input.safeParse(given);
  if (!parsed.success) {
    const empty = z.object({ status: z.string().min(1) }).safeParse(given);
    return refuse(empty.success ? "invalid" : "no-status");
  }
  const { applicationId, status, seen } = parsed.data;
  const message = parsed.data.message || defaultMessage(status);
  try {
    return await db.transaction(async (tx): Promise<SetStatusResult> => {
      if (!(await mayAct(tx, staff))) return refuse("forbidden");
      const [before] = await tx
        .select({
          status: visaApplications.status,
          submittedAt: visaApplications.submittedAt,
          number: visaApplications.applicationNumber,
          email: visaApplications.userEmail,
        })
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId))
        .for("update");
      if (!before) return refuse("not-found");
      if (seen !== undefined && before.status !== seen)
        return before.status === status ? { ok: true } : refuse("changed");
      const choices: readonly string[] = choicesFor(before);
      if (!choices.includes(status)) return refuse("draft");

      await tx
        .update(visaApplications)
        // A status that staff set answers an open request to withdraw, whatever it is.
        .set({ status, lastUpdatedAt: new Date(), withdrawalRequestedAt: null, withdrawalReason: null })
        .where(eq(visaApplications.id, applicationId));
      await tx.insert(applicationStatusHistory).values({
        applicationId,
        fromStatus: before.status,
        toStatus: status,
        message,
        adminEmail: staff.email,
      });
      await recordActivity(tx, staff, {
        actionType: "application_status_updated",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: before.number, from: before.status, to: status },
        address,
      });
      const [person] = await tx
        .select({ first: applicantInformation.firstName, last: applicantInformation.lastName })
        .from(applicantInformation)
        .where(eq(applicantInformation.applicationId, applicationId));
      const name = [person?.first, person?.last].filter(Boolean).join(" ") || "Applicant";
      await enqueueMail(tx, {
        kind: "status_update",
        to: before.email,
        toName: name,
        applicationId,
        data: {
          name,
          email: before.email,
          applicationNumber: before.number,
          newStatus: status,
          statusMessage: message,
          applicationId,
        },
      });
      return { ok: true };
    });
  } catch (err) {
    log.error({ err, applicationId }, "a status could not be updated");
    return refuse("failed");
  }
}
