import { z } from "zod";
import { clipped } from "~/core/character-count";
import { facts, message, note } from "~/mail/letter";
import { personName, template, unlinked } from "~/mail/template";

/** A reply writes to the office. */
export const inquiryReply = template({
  kind: "inquiry_reply",
  about: "inquiry",
  to: "person",
  links: [],
  othersCause: false,
  repliesTo: "inquiry",
  data: z.object({
    name: personName,
    email: z.string(),
    /** The inquiry's thread shows the delivery status of this mail. */
    reply_id: z.string(),
    reply: z.string(),
    /** Empty if the inquiry had no message. */
    message: z.string(),
    service_interested: z.string(),
    reference_number: z.string(),
  }),
  texts: {
    subject: "Our answer to your inquiry {reference number}",
    preview: "{beginning of the answer}",
    heading: "Our answer to your inquiry",
    howToAnswer: "To write to us, answer this email and leave the reference number in its subject.",
  },
  chips: ({ name, email, reply, service_interested, reference_number }) => ({
    name,
    email,
    "visa service": service_interested,
    "reference number": reference_number,
    "beginning of the answer": clipped(reply.replace(/\s+/g, " "), 120),
  }),
  letter: ({ email, reply, message: asked, service_interested, reference_number }, _links, say) => ({
    kind: "Your inquiry",
    blocks: [
      reply,
      facts([
        { label: "Reference number", value: reference_number, record: true },
        { label: "Visa service", value: service_interested },
      ]),
      // Anybody can enter anybody's email, so other people's text must not become a link in our mail.
      asked && message("You asked", unlinked(asked)),
      note(say("howToAnswer")),
    ],
    reason: `You are receiving this email because an inquiry to us gave ${email} as the address for our answer.`,
    record: reference_number,
  }),
});
