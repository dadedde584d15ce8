import { z } from "zod";
import { nassauMoment } from "~/ground/time";
import { applicantName, instant, template, unlinked } from "~/mail/template";
import { messageBlocks, messagesIn, storedMessages } from "./written-messages";

/** What an applicant wrote in the case, for the office (C-MSG-5). Its link needs a sign-in: it is no private one. */
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
    /** Until when an answer was promised; null where none was. */
    answerBy: instant.nullable(),
  }),
  subject: ({ applicationNumber }) => `Message from the applicant: ${applicationNumber}`,
  letter: ({ applicantName, applicationNumber, applicationId, messages, answerBy }, links) => {
    const written = messagesIn(messages);
    return {
      preview: `${applicantName} wrote about ${applicationNumber}.`,
      kind: "For the team",
      heading: written.length === 1 ? "A message from the applicant" : "Messages from the applicant",
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
        ...messageBlocks(written, unlinked),
        {
          is: "button",
          label: "Answer at the desk",
          href: links.desk(`/admin/applications/${applicationId}#messages`),
        },
        {
          is: "note",
          text: "Please answer at the desk: a reply to this email does not reach the applicant. You need to be signed in.",
        },
      ],
      reason: "You are receiving this email because this address is set as the one for notifications.",
      record: applicationNumber,
    };
  },
});
