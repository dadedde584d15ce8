import { defaultMessage, type StatusChoice } from "~/applications/desk/case/status-choices";
import { storedName } from "~/applications/submission/answers.server";
import type { Queryable } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import type { MailedAppointment } from "~/mail/calendar/appointment";

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "applicationNumber" | "userEmail">;

/**
 * The mail that tells an applicant of a new status (A-APPD-10, A-APPD-13): the preview and the mail are the same.
 * `appointments`: made with it, or cancelled by it.
 */
export async function statusMail(
  from: Queryable,
  application: Application,
  status: StatusChoice,
  message: string,
  appointments: MailedAppointment[] = [],
) {
  const { id, applicationNumber, userEmail } = application;
  const name = (await storedName(from, id)) || "Applicant";
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
      ...(appointments.length > 0 ? { appointments } : {}),
    },
  };
}
