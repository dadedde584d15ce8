import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, visaType } from "~/mail/template";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";

export const newApplication = caseNotice({
  kind: "new_application",
  data: noticeData.extend({
    applicantEmail: z.string(),
    visaType,
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
  chips: ({ applicantEmail, visaType, submittedAt }) => ({
    "applicant email": applicantEmail,
    "visa type": visaType,
    submitted: nassauMoment(submittedAt),
  }),
  letter: (
    { applicantName, applicantEmail, applicationNumber, visaType, applicationId, submittedAt, missing },
    links,
    say,
  ) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Visa type", value: visaType },
        { label: "Applicant", value: applicantName },
        { label: "Email", value: applicantEmail },
        { label: "Submitted", value: nassauMoment(submittedAt) },
        missing && { label: "Still missing", value: missing.replaceAll("\n", ", ") },
      ]),
      button("Open the application", links.desk(`/admin/applications/${applicationId}`)),
      note(say("note")),
    ],
  }),
});
