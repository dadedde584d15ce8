import { button, facts, note } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";
import { messageBlocks, messagesIn, storedMessages } from "./written-messages";

/** All of the office's messages of some minutes in one mail. */
export const caseMessage = caseMail({
  kind: "case_message",
  data: caseData.extend({ messages: storedMessages }),
  texts: {
    subject: "Application {application number}: a message from us",
    preview: "We have written {how many messages} about your application.",
    heading: "{message or messages} about your application",
    opening: "We’ve sent you {how many messages}:",
    aboutTheLink: "Any attached files are on your application page. The link works for 30 days and is only for you.",
  },
  chips: ({ messages }) => {
    const { length } = messagesIn(messages);
    return {
      "how many messages": length === 1 ? "a message" : `${length} messages`,
      "message or messages": length === 1 ? "A message" : "Messages",
    };
  },
  letter: ({ applicationNumber, messages }, links, say) => ({
    kind: "Message",
    blocks: [
      say("opening"),
      ...messageBlocks(messagesIn(messages)),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("Read and answer", links.resume),
      note(say("aboutTheLink")),
    ],
  }),
});
