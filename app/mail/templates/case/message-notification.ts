import { nassauMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, unlinked } from "~/mail/template";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";
import { messageBlocks, messagesIn, storedMessages } from "./written-messages";

export const caseMessageNotification = caseNotice({
  kind: "case_message_notification",
  data: noticeData.extend({
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
  chips: ({ messages, answerBy }) => ({
    "message or messages": messagesIn(messages).length === 1 ? "A message" : "Messages",
    "answer by": answerBy ? nassauMoment(answerBy) : "",
  }),
  letter: ({ applicantName, applicationNumber, applicationId, messages, answerBy }, links, say) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Applicant", value: applicantName },
        answerBy && { label: "Answer by", value: nassauMoment(answerBy) },
      ]),
      // An applicant's text must not become a link in a mail that we trust.
      ...messageBlocks(messagesIn(messages), unlinked),
      button("Answer at the desk", links.desk(`/admin/applications/${applicationId}#messages`)),
      note(say("howToAnswer")),
    ],
  }),
});
