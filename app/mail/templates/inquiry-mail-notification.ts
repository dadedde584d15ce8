import { z } from "zod";
import { clipped } from "~/core/character-count";
import { button, facts, message, note } from "~/mail/letter";
import { personName, template, unlinked } from "~/mail/template";
import { toStaff } from "~/mail/templates/case-notice";
import { filesText } from "./case/written-messages";

/** Characters of the email that the notice repeats. */
const longestQuote = 4000;

/** To the inquiry's owner and the office's notification address; the link requires a sign-in. */
export const inquiryMailNotification = template({
  kind: "inquiry_mail_notification",
  about: "inquiry",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    name: personName,
    inquiryId: z.string(),
    reference: z.string(),
    service: z.string(),
    text: z.string().transform((text) => (text.length > longestQuote ? `${clipped(text, longestQuote)}…` : text)),
    /** How many came with it. */
    files: z.number(),
  }),
  texts: {
    subject: "Reply to an inquiry: {reference number}",
    preview: "{visitor} wrote about {reference number}.",
    heading: "A reply to an inquiry",
    howToAnswer: "Please answer on the desk: replies to this email don’t reach the visitor. You need to be signed in.",
  },
  chips: ({ name, reference, service }) => ({
    visitor: name,
    "reference number": reference,
    "visa service": service,
  }),
  letter: ({ name, inquiryId, reference, service, text, files }, links, say) => ({
    ...toStaff,
    blocks: [
      facts([
        { label: "Reference number", value: reference, record: true },
        { label: "Visa service", value: service },
        { label: "Name", value: name },
      ]),
      // A visitor's text must not become a link in a mail that we trust.
      message("They wrote", unlinked(text) + filesText(text, files)),
      button("Answer at the desk", links.desk(`/admin/inquiries/${inquiryId}`)),
      note(say("howToAnswer")),
    ],
    record: reference,
  }),
});
