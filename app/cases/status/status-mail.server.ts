import { and, desc, eq, isNull } from "drizzle-orm";
import { decisionEnded } from "~/applications/status/status-words";
import { storedName } from "~/applications/stored-answers/answers.server";
import { defaultMessage, type StatusChoice } from "~/cases/status/status-choices";
import { isNotUndone } from "~/cases/status/status-history.server";
import type { Queryable } from "~/db/client.server";
import { applicationStatusHistory, type visaApplications } from "~/db/schema/applications";
import type { MailedAppointment } from "~/mail/calendar/appointment";
import type { MailedKeyDate } from "~/mail/calendar/key-date";

/** The sentence about a decision that the new status ends; empty if there is none. */
async function decisionEndedBy(from: Queryable, id: string, status: StatusChoice): Promise<string> {
  const [last] = await from
    .select({ to: applicationStatusHistory.toStatus, at: applicationStatusHistory.createdAt })
    .from(applicationStatusHistory)
    .where(and(eq(applicationStatusHistory.applicationId, id), isNull(applicationStatusHistory.event), isNotUndone))
    .orderBy(desc(applicationStatusHistory.createdAt))
    .limit(1);
  const decided = last && (last.to === "approved" || last.to === "denied") && last.to !== status;
  return decided ? decisionEnded(last.to, last.at, status) : "";
}

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "applicationNumber" | "userEmail">;

/** Further content of the mail: the decision's, and appointments and key dates that changed with the status. */
type MailExtras = {
  nextSteps?: string;
  documents?: readonly string[];
  appointments?: MailedAppointment[];
  keyDates?: MailedKeyDate[];
};

/** The mail about a new status; previews use it too, so that they can't differ. */
export async function statusMail(
  from: Queryable,
  application: Application,
  status: StatusChoice,
  message: string,
  { nextSteps = "", documents = [], appointments = [], keyDates = [] }: MailExtras = {},
) {
  const { id, applicationNumber, userEmail } = application;
  const name = (await storedName(from, id)) || "Applicant";
  const ended = await decisionEndedBy(from, id, status);
  return {
    kind: "status_update" as const,
    to: userEmail,
    toName: name,
    applicationId: id,
    data: {
      name,
      email: userEmail,
      applicationNumber,
      newStatus: status,
      statusMessage: message || defaultMessage(status),
      applicationId: id,
      ...(ended ? { endedDecision: ended } : {}),
      ...(nextSteps ? { nextSteps } : {}),
      ...(documents.length > 0 ? { documents: documents.join("\n") } : {}),
      ...(appointments.length > 0 ? { appointments } : {}),
      ...(keyDates.length > 0 ? { keyDates } : {}),
    },
  };
}
