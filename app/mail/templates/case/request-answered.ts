import { z } from "zod";
import { button, facts, message } from "~/mail/letter";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";

export const requestAnswered = caseNotice({
  kind: "request_answered",
  data: noticeData.extend({ arrived: z.string(), open: z.string() }),
  texts: {
    subject: "Application {application number}: {what arrived}",
    preview: "{applicant} has sent what you asked for.",
    heading: "Something is waiting for you to check",
  },
  chips: ({ open }) => ({ "what arrived": open ? "something arrived" : "all that was open arrived" }),
  letter: ({ applicantName, applicationNumber, applicationId, arrived, open }, links) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Applicant", value: applicantName },
      ]),
      message("Arrived", arrived),
      open && message("Still open", open),
      button("Open the application", links.desk(`/admin/applications/${applicationId}#requests`)),
    ],
  }),
});
