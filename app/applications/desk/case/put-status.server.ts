import { eq } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { cancelAppointmentsOf } from "~/applications/case/appointments/cancel.server";
import { storeDecision, withdrawDocuments } from "~/applications/case/decision/decision-documents.server";
import { addRequest, type NewItem } from "~/applications/case/requests/add-request.server";
import { closeItemsOf } from "~/applications/case/requests/close-items.server";
import { statusMail } from "~/applications/case/status-mail.server";
import { passTurn } from "~/applications/case/turn/pass-turn.server";
import { isUndecided } from "~/applications/case/undecided";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import type { CheckedFile } from "~/documents/store.server";
import type { MailedAppointment } from "~/mail/calendar/appointment";
import { enqueueMail } from "~/mail/outbox.server";
import type { StatusChoice } from "./status-choices";

type Before = Pick<
  typeof visaApplications.$inferSelect,
  "id" | "status" | "applicationNumber" | "userEmail" | "submittedAt"
>;
type Put = {
  status: StatusChoice;
  message: string;
  /** Those that were made with it: its mail tells of them (C-APPT-3). */
  made?: MailedAppointment[];
  /** What it asks the applicant (C-REQ-9). */
  asks?: NewItem | null;
  /** What a decision comes with (C-DEC-1). */
  decision?: NewDecision;
};

/** Documents and next steps of a decision. */
export type NewDecision = { nextSteps?: string; files?: readonly CheckedFile[] };

/**
 * Writes a status in the caller's transaction, whoever sets it: row, history, record, the applicant's mail, and whose
 * turn it is; a final one cancels the appointments ahead (C-DEC-7). False where there is nobody to mail to.
 */
export async function putStatus(
  { tx, staff, record }: StaffWork,
  before: Before,
  { status, message, made = [], asks = null, decision: { nextSteps = "", files = [] } = {} }: Put,
): Promise<{ mailed: boolean }> {
  const applicationId = before.id;
  await tx
    .update(visaApplications)
    // A status that staff set answers an open request to withdraw, whatever it is.
    .set({ status, lastUpdatedAt: new Date(), withdrawalRequestedAt: null, withdrawalReason: null })
    .where(eq(visaApplications.id, applicationId));
  const cancelled = isUndecided(status) ? [] : await cancelAppointmentsOf(tx, applicationId, staff.email);
  if (!isUndecided(status)) await closeItemsOf(tx, applicationId);
  if (asks) await addRequest(tx, { applicationId, adminEmail: staff.email, items: [asks] });
  await withdrawDocuments(tx, applicationId);
  const mail = await statusMail(tx, before, status, message, {
    appointments: [...made, ...cancelled],
    nextSteps,
    documents: files.map(({ name }) => name),
  });
  const [line] = await tx
    .insert(applicationStatusHistory)
    .values({
      applicationId,
      fromStatus: before.status,
      toStatus: status,
      message: mail.data.statusMessage,
      nextSteps: nextSteps || null,
      adminEmail: staff.email,
    })
    .returning({ id: applicationStatusHistory.id });
  if (line) await storeDecision(tx, { applicationId, decisionId: line.id, files });
  await record({
    actionType: "application_status_updated",
    subjectType: "application",
    subjectId: applicationId,
    details: {
      ...{ number: before.applicationNumber, from: before.status, to: status },
      ...(cancelled.length > 0 ? { appointmentsCancelled: cancelled.length } : {}),
    },
  });
  await enqueueMail(tx, mail);
  await passTurn(tx, applicationId, { reopened: !isUndecided(before.status) });
  return { mailed: mail.to !== "" };
}
