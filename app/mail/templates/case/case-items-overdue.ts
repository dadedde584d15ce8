import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";

export const caseItemsOverdue = template({
  kind: "case_items_overdue",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    applicationId: z.string(),
    /** Each item with its day and consequence. */
    items: z.string(),
  }),
  texts: {
    subject: "Application {application number}: we are still waiting for something",
    preview: "The due date has passed. You can still send what we need.",
    heading: "We are still waiting for something",
    opening: "The due date has passed. You can still send what we need.",
  },
  chips: ({ name, email, applicationNumber }) => ({ name, email, "application number": applicationNumber }),
  letter: ({ name, email, applicationNumber, items }, links, say) => ({
    kind: "Reminder",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      { is: "message", title: "What we are waiting for", text: items },
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
