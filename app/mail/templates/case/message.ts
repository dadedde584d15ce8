import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";
import { messageBlocks, messagesIn, storedMessages } from "./written-messages";

/** What the office wrote to the applicant in the case, all of some minutes in one mail (C-MSG-5, C-MSG-6). */
export const caseMessage = template({
  kind: "case_message",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    messages: storedMessages,
  }),
  subject: ({ applicationNumber }) => `Application ${applicationNumber}: a message from us`,
  letter: ({ name, email, applicationNumber, messages }, links) => {
    const written = messagesIn(messages);
    const some = written.length === 1 ? "a message" : `${written.length} messages`;
    return {
      preview: `We have written ${some} about your application.`,
      kind: "Message",
      heading: written.length === 1 ? "A message about your application" : "Messages about your application",
      greeting: `Dear ${name},`,
      blocks: [
        { is: "text", text: `We have written ${some} to you:` },
        ...messageBlocks(written),
        { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
        { is: "button", label: "Read and answer", href: links.resume },
        {
          is: "note",
          text: "Files that came with it are on your application page. The link works for 30 days and is for you alone.",
        },
        ...writeOnPage(links),
      ],
      reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
      record: applicationNumber,
    };
  },
});
