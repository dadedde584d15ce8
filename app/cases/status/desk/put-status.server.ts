import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { cancelAppointmentsOf } from "~/cases/appointments/cancel.server";
import { storeDecision, withdrawDocuments } from "~/cases/decision/decision-documents.server";
import { addRequest, type NewItem } from "~/cases/requests/add-request.server";
import { closeItemsOf } from "~/cases/requests/close-items.server";
import { statusMail } from "~/cases/status/status-mail.server";
import { addStatusLine, setStatusOf } from "~/cases/status/write-status.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { visaApplications } from "~/db/schema/applications";
import type { CheckedFile } from "~/documents/store.server";
import type { MailedAppointment } from "~/mail/calendar/appointment";
import { enqueueMail } from "~/mail/outbox.server";
import type { StatusChoice } from "../status-choices";
import { offerStatusUndo } from "./status-undo.server";

type Before = Pick<
  typeof visaApplications.$inferSelect,
  "id" | "status" | "applicationNumber" | "userEmail" | "submittedAt"
>;
type Put = {
  status: StatusChoice;
  message: string;
  /** Those that were made with it: its mail tells of them (C-APPT-3). */
  made?: MailedAppointment[];
  /** It comes with something else, and leaves an open request to withdraw as it is (decision 0010). */
  keepsWithdrawal?: boolean;
  /** What it asks the applicant (C-REQ-9). */
  asks?: NewItem | null;
  /** What a decision comes with (C-DEC-1). */
  decision?: NewDecision;
  /** It can be undone for ten seconds, and the applicant learns of it after them (K-UNDO-1 to -3). */
  undoable?: boolean;
};

/** Documents and next steps of a decision. */
export type NewDecision = { nextSteps?: string; files?: readonly CheckedFile[] };

/**
 * Writes a status in the caller's transaction, whoever sets it: row, history, record, the applicant's mail, and whose
 * turn it is; a final one cancels the appointments ahead (C-DEC-7). False where there is nobody to mail to.
 */
export async function writeStatusChange(work: StaffWork, before: Before, put: Put): Promise<{ mailed: boolean }> {
  const { status, message, made = [], asks = null, decision, undoable = false, keepsWithdrawal = false } = put;
  const { nextSteps = "", files = [] } = decision ?? {};
  const { tx, staff, record } = work;
  const applicationId = before.id;
  const closes = !isUndecided(status);
  const [wasThere] = undoable ? await tx.select().from(visaApplications).where(eq(visaApplications.id, before.id)) : [];
  await setStatusOf(tx, applicationId, status, !keepsWithdrawal);
  const cancelled = closes ? await cancelAppointmentsOf(tx, applicationId, staff.email) : [];
  if (closes) await closeItemsOf(tx, applicationId);
  const request = asks ? await addRequest(tx, { applicationId, adminEmail: staff.email, items: [asks] }) : null;
  await withdrawDocuments(tx, applicationId);
  const mail = await statusMail(tx, before, status, message, {
    appointments: [...made, ...cancelled],
    nextSteps,
    documents: files.map(({ name }) => name),
  });
  await updateTurn(tx, applicationId, { reopened: !isUndecided(before.status) });
  const line = randomUUID();
  const offer = wasThere && (await offerStatusUndo(work, wasThere, { line, request }));
  await addStatusLine(tx, before, status, {
    id: line,
    message: mail.data.statusMessage,
    nextSteps: nextSteps || null,
    adminEmail: staff.email,
    shownFrom: offer?.shownFrom ?? null,
  });
  await storeDecision(tx, { applicationId, decisionId: line, files });
  await record({
    actionType: "application_status_updated",
    subjectType: "application",
    subjectId: applicationId,
    details: {
      ...{ number: before.applicationNumber, from: before.status, to: status },
      ...(cancelled.length > 0 ? { appointmentsCancelled: cancelled.length } : {}),
    },
  });
  await enqueueMail(tx, mail, { notBefore: offer });
  return { mailed: mail.to !== "" };
}
