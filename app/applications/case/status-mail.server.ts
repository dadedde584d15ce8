import { defaultMessage, type StatusChoice } from "~/applications/desk/case/status-choices";
import { storedName } from "~/applications/submission/answers.server";
import type { Queryable } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "applicationNumber" | "userEmail">;

/** The mail that tells an applicant of a new status (A-APPD-10, A-APPD-13): the preview and the mail are the same. */
export async function statusMail(from: Queryable, application: Application, status: StatusChoice, message: string) {
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
    },
  };
}
