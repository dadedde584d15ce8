import { eq } from "drizzle-orm";
import { recordActivity } from "~/accounts/activity.server";
import { db } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import type { ApplicationStatus } from "~/db/schema/values";
import { enqueueMail } from "~/mail/outbox.server";
import { textInput } from "~/typed-input.server";
import { isHolder } from "./holder.server";
import { applicantName } from "./submit.server";

const reasonLimit = 1000;
const reasonInput = textInput(reasonLimit, "The reason");

/** What is decided, or was never submitted, can't be withdrawn on request. */
const undecided: readonly ApplicationStatus[] = [
  "submitted",
  "under_review",
  "additional_info_required",
  "interview_scheduled",
];
export const canWithdraw = (status: ApplicationStatus) => undecided.includes(status);

export type WithdrawResult = { outcome: "requested" | "decided" | "refused" } | { outcome: "invalid"; message: string };

/**
 * Records that the holder of a submitted application asks to withdraw it: the request, a line of its history, the
 * activity and a mail to applicant and staff in one transaction. Asked once more while it is open, it is one request.
 * Its status stays: staff decide, and their next status answers it.
 */
export async function requestWithdrawal(
  context: { address: string; holder: string },
  applicationId: string,
  given: unknown,
): Promise<WithdrawResult> {
  const parsed = reasonInput.safeParse(given ?? "");
  if (!parsed.success) {
    const barred = parsed.error.issues.find(({ code }) => code === "custom")?.message;
    return { outcome: "invalid", message: barred ?? `Please use at most ${reasonLimit} characters` };
  }
  const reason = parsed.data;
  return db.transaction(async (tx): Promise<WithdrawResult> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application || !(await isHolder(tx, applicationId, context.holder))) return { outcome: "refused" };
    const { status, applicationNumber, userEmail, visaServiceId } = application;
    if (application.withdrawalRequestedAt) return { outcome: "requested" };
    if (!canWithdraw(status)) return { outcome: "decided" };
    const now = new Date();
    await tx
      .update(visaApplications)
      .set({ withdrawalRequestedAt: now, withdrawalReason: reason || null })
      .where(eq(visaApplications.id, applicationId));
    await tx.insert(applicationStatusHistory).values({
      applicationId,
      fromStatus: status,
      toStatus: status,
      message: `The applicant asks to withdraw the application.${reason ? `\n${reason}` : ""}`,
      createdAt: now,
    });
    await recordActivity(tx, null, {
      actionType: "withdrawal_requested_by_applicant",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: applicationNumber, status },
      address: context.address,
    });
    const [service] = visaServiceId
      ? await tx.select().from(visaServices).where(eq(visaServices.id, visaServiceId))
      : [];
    const name = applicantName(application.metadata);
    const mail = { applicationNumber, reason, requestedAt: now.toISOString() };
    await enqueueMail(tx, {
      kind: "withdrawal_requested",
      to: userEmail,
      toName: name,
      applicationId,
      data: { ...mail, name, email: userEmail },
    });
    await enqueueMail(tx, {
      kind: "withdrawal_notification",
      applicationId,
      data: {
        ...mail,
        applicantName: name,
        applicantEmail: userEmail || "No address",
        applicationId,
        visaType: service?.visaType ?? null,
        status,
      },
    });
    return { outcome: "requested" };
  });
}
