import { eq } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { cancelAppointmentsOf } from "~/cases/appointments/cancel.server";
import { storeDecision, withdrawDocuments } from "~/cases/decision/decision-documents.server";
import {
  type CheckedDates,
  type DecisionDates,
  mailedSuspended,
  noDates,
  storeDecisionDates,
} from "~/cases/key-dates/decision-dates.server";
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
type StatusChangeInput = {
  status: StatusChoice;
  message: string;
  /** Appointments made with it, which its mail includes. */
  made?: MailedAppointment[];
  /** An open request to withdraw stays open: the status comes with something else (decision 0010). */
  keepsWithdrawal?: boolean;
  /** The question that it sends to the applicant. */
  asks?: NewItem | null;
  /** The decision's content. */
  decision?: NewDecision;
  dates?: CheckedDates;
  /** Can be undone for ten seconds; the applicant learns of it after them. */
  undoable?: boolean;
};

export type NewDecision = { nextSteps?: string; files?: readonly CheckedFile[]; dates?: DecisionDates };

/**
 * Writes a status in the caller's transaction: row, history, record, mail and turn; a final one cancels future
 * appointments. Returns `mailed: false` if there is no email.
 */
export async function writeStatusChange(
  work: StaffWork,
  before: Before,
  change: StatusChangeInput,
): Promise<{ mailed: boolean }> {
  const { status, message, made = [], asks = null, decision, undoable = false, keepsWithdrawal = false } = change;
  const { dates = noDates } = change;
  const { nextSteps = "", files = [] } = decision ?? {};
  const { tx, staff, record } = work;
  const applicationId = before.id;
  const closes = !isUndecided(status);
  const [wasThere] = undoable ? await tx.select().from(visaApplications).where(eq(visaApplications.id, before.id)) : [];
  const suspended = await setStatusOf(tx, applicationId, status, !keepsWithdrawal);
  const cancelled = closes ? await cancelAppointmentsOf(tx, applicationId, staff.email) : [];
  if (closes) await closeItemsOf(tx, applicationId);
  const request = asks ? await addRequest(tx, { applicationId, adminEmail: staff.email, items: [asks] }) : null;
  await withdrawDocuments(tx, applicationId);
  const keyDates = [...mailedSuspended(suspended), ...(await storeDecisionDates(work, before, dates))];
  const mail = await statusMail(tx, before, status, message, {
    appointments: [...made, ...cancelled],
    nextSteps,
    documents: files.map(({ name }) => name),
    keyDates,
  });
  await updateTurn(tx, applicationId, { reopened: !isUndecided(before.status) });
  const line = crypto.randomUUID();
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
