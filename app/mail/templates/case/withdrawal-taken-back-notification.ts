import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { applicantName, instant, template } from "~/mail/template";
import { statusLook } from "~/ui/lists/status-badge";

export const withdrawalTakenBackNotification = template({
  kind: "withdrawal_taken_back_notification",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicationNumber: z.string(),
    applicationId: z.string(),
    status: z.string(),
    requestedAt: instant,
  }),
  texts: {
    subject: "Withdrawal taken back: {application number}",
    preview: "{applicant} is continuing with {application number}.",
    heading: "An applicant has taken back a request to withdraw",
    opening: "You no longer need to answer the request. Please continue with the application.",
  },
  chips: ({ applicantName, applicationNumber, status, requestedAt }) => ({
    applicant: applicantName,
    "application number": applicationNumber,
    status: statusLook(status).label,
    "day of the request": nassauMoment(requestedAt),
  }),
  letter: ({ applicantName, applicationNumber, applicationId, status, requestedAt }, links, say) => ({
    kind: "For the team",
    blocks: [
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Applicant", value: applicantName },
          { label: "Current status", value: statusLook(status).label },
          { label: "Request of", value: nassauMoment(requestedAt) },
        ],
      },
      { is: "text", text: say("opening") },
      { is: "button", label: "Open the case", href: links.desk(`/admin/applications/${applicationId}`) },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
