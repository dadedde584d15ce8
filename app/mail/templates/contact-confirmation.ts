import { z } from "zod";
import { personName, template, unlinked } from "~/mail/template";

/** Tells a visitor that the inquiry has arrived (P-MAIL-3). */
export const contactConfirmation = template({
  kind: "contact_confirmation",
  about: "inquiry",
  to: "person",
  links: [],
  othersCause: true,
  data: z.object({
    name: personName,
    email: z.string(),
    message: z.string(),
    service_interested: z.string(),
    reference_number: z.string(),
    /** In words; null in mails of earlier releases. */
    promised_by: z.string().nullable().default(null),
  }),
  subject: ({ reference_number }) => `We have received your inquiry ${reference_number}`,
  letter: ({ name, email, message, service_interested, reference_number, promised_by }) => ({
    preview: "A person reads it and answers within one business day.",
    kind: "Inquiry received",
    heading: "Thank you, we have your inquiry",
    greeting: name ? `Hello ${name},` : "Hello,",
    blocks: [
      {
        is: "text",
        text: `Your inquiry has reached us. A consultant in Nassau reads it and gets back to you ${promised_by ? `by ${promised_by} in Nassau` : "within one business day"}.`,
      },
      {
        is: "facts",
        rows: [
          { label: "Reference number", value: reference_number, record: true },
          { label: "Visa service", value: service_interested },
          { label: "Your email", value: email },
        ],
      },
      // Anybody can enter anybody's address, so a stranger's text must not become a link in our mail.
      { is: "message", title: "You wrote", text: unlinked(message) },
      {
        is: "note",
        text: "Please name the reference number when you write or call. Files that you sent with the inquiry are kept where our consultants alone can open them.",
      },
    ],
    reason: `You are receiving this email because an inquiry was sent from our contact page with ${email}. If that was not you, there is nothing to do.`,
    record: reference_number,
  }),
});
