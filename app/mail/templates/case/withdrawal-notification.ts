import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, facts, message, note } from "~/mail/letter";
import { instant, visaType } from "~/mail/template";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";
import { statusLook } from "~/ui/lists/status-badge";

export const withdrawalNotification = caseNotice({
  kind: "withdrawal_notification",
  data: noticeData.extend({
    applicantEmail: z.string(),
    visaType,
    status: z.string(),
    reason: z.string(),
    requestedAt: instant,
  }),
  texts: {
    subject: "Withdrawal requested: {application number}",
    preview: "{applicant} has asked to withdraw {application number}.",
    heading: "An applicant asks to withdraw",
    note: "The applicant knows we received the request. The next status you set answers it; Withdrawn ends the application. You need to be signed in.",
  },
  chips: ({ applicantEmail, visaType, status, requestedAt }) => ({
    "applicant email": applicantEmail,
    "visa type": visaType,
    status: statusLook(status).label,
    "day of the request": nassauMoment(requestedAt),
  }),
  letter: (
    { applicantName, applicantEmail, applicationNumber, applicationId, visaType, status, reason, requestedAt },
    links,
    say,
  ) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Visa type", value: visaType },
        { label: "Applicant", value: applicantName },
        { label: "Email", value: applicantEmail },
        { label: "Current status", value: statusLook(status).label },
        { label: "Requested", value: nassauMoment(requestedAt) },
      ]),
      reason && message("The applicant’s reason", reason),
      button("Decide on the request", links.desk(`/admin/applications/${applicationId}`)),
      note(say("note")),
    ],
  }),
});
