import { z } from "zod";
import { applicantName, template } from "~/mail/template";

/** The link requires a sign-in. */
export const requestAnswered = template({
  kind: "request_answered",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicationNumber: z.string(),
    applicationId: z.string(),
    arrived: z.string(),
    open: z.string(),
  }),
  texts: {
    subject: "Application {application number}: {what arrived}",
    preview: "{applicant} has sent what you asked for.",
    heading: "Something is waiting for you to check",
  },
  chips: ({ applicantName, applicationNumber, open }) => ({
    applicant: applicantName,
    "application number": applicationNumber,
    "what arrived": open ? "something arrived" : "all that was open arrived",
  }),
  letter: ({ applicantName, applicationNumber, applicationId, arrived, open }, links) => ({
    kind: "For the team",
    blocks: [
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Applicant", value: applicantName },
        ],
      },
      { is: "message", title: "Arrived", text: arrived },
      ...(open ? [{ is: "message" as const, title: "Still open", text: open }] : []),
      {
        is: "button",
        label: "Open the application",
        href: links.desk(`/admin/applications/${applicationId}#requests`),
      },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
