import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { applicantName, instant, template, visaType } from "~/mail/template";
import { statusLook } from "~/ui/lists/status-badge";

/** The link requires a sign-in. */
export const withdrawalNotification = template({
  kind: "withdrawal_notification",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicantEmail: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
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
  chips: ({ applicantName, applicantEmail, applicationNumber, visaType, status, requestedAt }) => ({
    applicant: applicantName,
    "applicant email": applicantEmail,
    "application number": applicationNumber,
    "visa type": visaType,
    status: statusLook(status).label,
    "day of the request": nassauMoment(requestedAt),
  }),
  letter: (
    { applicantName, applicantEmail, applicationNumber, applicationId, visaType, status, reason, requestedAt },
    links,
    say,
  ) => ({
    kind: "For the team",
    blocks: [
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Visa type", value: visaType },
          { label: "Applicant", value: applicantName },
          { label: "Email", value: applicantEmail },
          { label: "Current status", value: statusLook(status).label },
          { label: "Requested", value: nassauMoment(requestedAt) },
        ],
      },
      ...(reason ? [{ is: "message" as const, title: "The applicant’s reason", text: reason }] : []),
      { is: "button", label: "Decide on the request", href: links.desk(`/admin/applications/${applicationId}`) },
      {
        is: "note",
        text: say("note"),
      },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
