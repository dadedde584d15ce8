import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { applicantName, instant, template, unlinked } from "~/mail/template";
import { messageBlocks, messagesIn, storedMessages } from "./written-messages";

/** The link requires a sign-in. */
export const caseMessageNotification = template({
  kind: "case_message_notification",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicationNumber: z.string(),
    applicationId: z.string(),
    messages: storedMessages,
    /** Null if no answer was promised. */
    answerBy: instant.nullable(),
  }),
  texts: {
    subject: "Message from the applicant: {application number}",
    preview: "{applicant} wrote about {application number}.",
    heading: "{message or messages} from the applicant",
    howToAnswer:
      "Please answer on the desk: replies to this email don’t reach the applicant. You need to be signed in.",
  },
  chips: ({ applicantName, applicationNumber, messages, answerBy }) => ({
    applicant: applicantName,
    "application number": applicationNumber,
    "message or messages": messagesIn(messages).length === 1 ? "A message" : "Messages",
    "answer by": answerBy ? nassauMoment(answerBy) : "",
  }),
  letter: ({ applicantName, applicationNumber, applicationId, messages, answerBy }, links, say) => ({
    kind: "For the team",
    blocks: [
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Applicant", value: applicantName },
          ...(answerBy ? [{ label: "Answer by", value: nassauMoment(answerBy) }] : []),
        ],
      },
      // An applicant's text must not become a link in a mail that we trust.
      ...messageBlocks(messagesIn(messages), unlinked),
      {
        is: "button",
        label: "Answer at the desk",
        href: links.desk(`/admin/applications/${applicationId}#messages`),
      },
      {
        is: "note",
        text: say("howToAnswer"),
      },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
