import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, facts } from "~/mail/letter";
import { instant } from "~/mail/template";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";
import { statusLook } from "~/ui/lists/status-badge";

export const withdrawalTakenBackNotification = caseNotice({
  kind: "withdrawal_taken_back_notification",
  data: noticeData.extend({ status: z.string(), requestedAt: instant }),
  texts: {
    subject: "Withdrawal taken back: {application number}",
    preview: "{applicant} is continuing with {application number}.",
    heading: "An applicant has taken back a request to withdraw",
    opening: "You no longer need to answer the request. Please continue with the application.",
  },
  chips: ({ status, requestedAt }) => ({
    status: statusLook(status).label,
    "day of the request": nassauMoment(requestedAt),
  }),
  letter: ({ applicantName, applicationNumber, applicationId, status, requestedAt }, links, say) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Applicant", value: applicantName },
        { label: "Current status", value: statusLook(status).label },
        { label: "Request of", value: nassauMoment(requestedAt) },
      ]),
      say("opening"),
      button("Open the case", links.desk(`/admin/applications/${applicationId}`)),
    ],
  }),
});
