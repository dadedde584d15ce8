import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { applicantName, instant, template, visaType } from "~/mail/template";

/** The link requires a sign-in. */
export const newApplication = template({
  kind: "new_application",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicantEmail: z.string(),
    applicationNumber: z.string(),
    visaType,
    applicationId: z.string(),
    submittedAt: instant,
    /** One per line. */
    missing: z.string().default(""),
  }),
  texts: {
    subject: "New application {application number}: {visa type}",
    preview: "{applicant} has applied: {visa type}.",
    heading: "A new application has come in",
    note: "The applicant has been sent a confirmation. You need to be signed in to open the application.",
  },
  chips: ({ applicantName, applicantEmail, applicationNumber, visaType, submittedAt }) => ({
    applicant: applicantName,
    "applicant email": applicantEmail,
    "application number": applicationNumber,
    "visa type": visaType,
    submitted: nassauMoment(submittedAt),
  }),
  letter: (
    { applicantName, applicantEmail, applicationNumber, visaType, applicationId, submittedAt, missing },
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
          { label: "Submitted", value: nassauMoment(submittedAt) },
          ...(missing ? [{ label: "Still missing", value: missing.replaceAll("\n", ", ") }] : []),
        ],
      },
      { is: "button", label: "Open the application", href: links.desk(`/admin/applications/${applicationId}`) },
      {
        is: "note",
        text: say("note"),
      },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
