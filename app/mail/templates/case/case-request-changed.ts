import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";

/** Staff withdrew a request, or moved its day. */
export const caseRequestChanged = template({
  kind: "case_request_changed",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    /** A sentence, then why or until when. */
    change: z.string(),
    details: z.string(),
  }),
  texts: {
    subject: "Application {application number}: our request has changed",
    preview: "{what changed}",
    heading: "Our request has changed",
    opening: "{what changed}",
  },
  chips: ({ name, email, applicationNumber, change }) => ({
    name,
    email,
    "application number": applicationNumber,
    "what changed": change,
  }),
  letter: ({ name, email, applicationNumber, details }, links, say) => ({
    kind: "Request changed",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      { is: "message", title: "From our team", text: details },
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
