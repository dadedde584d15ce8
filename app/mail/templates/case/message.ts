import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";
import { messageBlocks, messagesIn, storedMessages } from "./written-messages";

/** All of the office's messages of some minutes in one mail. */
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
  texts: {
    subject: "Application {application number}: a message from us",
    preview: "We have written {how many messages} about your application.",
    heading: "{message or messages} about your application",
    opening: "We’ve sent you {how many messages}:",
    aboutTheLink: "Any attached files are on your application page. The link works for 30 days and is only for you.",
  },
  chips: ({ name, email, applicationNumber, messages }) => {
    const { length } = messagesIn(messages);
    return {
      name,
      email,
      "application number": applicationNumber,
      "how many messages": length === 1 ? "a message" : `${length} messages`,
      "message or messages": length === 1 ? "A message" : "Messages",
    };
  },
  letter: ({ name, email, applicationNumber, messages }, links, say) => ({
    kind: "Message",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      ...messageBlocks(messagesIn(messages)),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "Read and answer", href: links.resume },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
