import { z } from "zod";
import { facts, message, note, responseOf } from "~/mail/letter";
import { personName, template, unlinked } from "~/mail/template";
import { hello } from "~/mail/templates/application-mail";

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
    /** Formatted; null in mails of `send-email`. */
    promised_by: z.string().nullable().default(null),
    /** Entered by staff for a caller or walk-in, so nothing was written on our page. */
    by_staff: z.boolean().default(false),
  }),
  texts: {
    subject: "We have received your inquiry {reference number}",
    preview: "A person reads it and answers within {our response time}.",
    heading: "Thank you, we have your inquiry",
    opening: "We’ve received your inquiry. A consultant in Nassau reads it and gets back to you {by when}.",
    note: "Please quote the reference number when you write or call. Only our consultants can open the files you sent.",
  },
  chips: ({ name, email, service_interested, reference_number, promised_by }, sender) => ({
    name,
    email,
    "visa service": service_interested,
    "reference number": reference_number,
    "by when": promised_by ? `by ${promised_by} in Nassau` : `within ${responseOf(sender)}`,
  }),
  letter: ({ name, email, message: written, service_interested, reference_number, by_staff }, _links, say) => ({
    kind: "Inquiry received",
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Reference number", value: reference_number, record: true },
        { label: "Visa service", value: service_interested },
        { label: "Your email", value: email },
      ]),
      // Anybody can enter anybody's email, so other people's text must not become a link in our mail.
      written && message(by_staff ? "What you asked" : "You wrote", unlinked(written)),
      note(say("note")),
    ],
    reason: by_staff
      ? `You are receiving this email because our office was given ${email} with an inquiry, on the telephone or in person. If that wasn’t you, you don’t need to do anything.`
      : `You are receiving this email because an inquiry was sent from our contact page with ${email}. If that wasn’t you, you don’t need to do anything.`,
    record: reference_number,
  }),
});
