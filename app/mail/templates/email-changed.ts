import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

/** Sent to the former email, without any link. */
export const emailChanged = template({
  kind: "email_changed",
  about: "application",
  to: "person",
  links: [],
  othersCause: false,
  repliesTo: "office",
  data: z.object({
    applicationNumber: z.string(),
    /** Masked by `hiddenEmail`. */
    newEmail: z.string(),
    by: z.enum(["applicant", "staff"]),
    changedAt: instant,
  }),
  texts: {
    subject: "The email address of application {application number} was changed",
    preview: "Our emails about it go to another address from now on.",
    heading: "The email address was changed",
    opening:
      "Until now, we sent our emails about this application to you. Someone, probably you, gave another address and confirmed it. From now on we’ll send them there, and the links in our earlier emails no longer work.",
    openingWhenOurOfficeAsked:
      "Until now, we sent our emails about this application to you. Our office was asked to change the address, and the new one has been confirmed. From now on we’ll send them there, and the links in our earlier emails no longer work.",
    ifNotYou: "Wasn’t you? Please {reach us at once} and quote the application number.",
    ifYou: "If it was you, you don’t need to do anything.",
  },
  chips: ({ applicationNumber, newEmail, changedAt }, sender) => ({
    "application number": applicationNumber,
    "new email": newEmail,
    when: nassauMoment(changedAt),
    "reach us at once": sender.phone ? `call us at once at ${sender.phone}` : `write to us at once at ${sender.email}`,
  }),
  letter: ({ applicationNumber, newEmail, by, changedAt }, _links, say) => ({
    kind: "Email address changed",
    greeting: "Hello,",
    blocks: [
      say(by === "staff" ? "openingWhenOurOfficeAsked" : "opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "New email address", value: newEmail },
        { label: "When", value: nassauMoment(changedAt) },
      ]),
      say("ifNotYou"),
      note(say("ifYou")),
    ],
    reason: "You are receiving this email because our emails about this application went to your address until now.",
    record: applicationNumber,
  }),
});

/** Masks the middle: `n…a@gmail.com`. A single letter is masked completely. */
export function hiddenEmail(email: string): string {
  const index = email.lastIndexOf("@");
  const name = Array.from(email.slice(0, index));
  const [first = "", last = ""] = [name.length > 1 ? name[0] : "", name.length > 2 ? name.at(-1) : ""];
  return `${first}…${last}${email.slice(index)}`;
}
