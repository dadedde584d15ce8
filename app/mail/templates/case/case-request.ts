import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";

/** Requests that set no status. */
export const caseRequest = template({
  kind: "case_request",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    /** Each item with its reason, day and consequence. */
    items: z.string(),
  }),
  texts: {
    subject: "Application {application number}: we need something from you",
    preview: "Please open your application to see what we need and why.",
    heading: "We need something from you",
    howToSend: "Please send it on your application page, not by email.",
  },
  chips: ({ name, email, applicationNumber }) => ({ name, email, "application number": applicationNumber }),
  letter: ({ name, email, applicationNumber, items }, links, say) => ({
    kind: "Request",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "message", title: "What we need", text: items },
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "text", text: say("howToSend") },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
