import { z } from "zod";
import { nassauMoment } from "~/ground/time";
import { instant, template } from "~/mail/template";

/** Tells the address of before that another one took its place, without a link to anything (N-EMAIL-8). */
export const emailChanged = template({
  kind: "email_changed",
  about: "application",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({
    applicationNumber: z.string(),
    /** With its middle hidden, as `hiddenEmail` makes it. */
    newEmail: z.string(),
    by: z.enum(["applicant", "staff"]),
    changedAt: instant,
  }),
  subject: ({ applicationNumber }) => `The email address of application ${applicationNumber} was changed`,
  letter: ({ applicationNumber, newEmail, by, changedAt }, _, sender) => ({
    preview: "Our emails about it go to another address from now on.",
    kind: "Email address changed",
    heading: "The email address was changed",
    greeting: "Hello,",
    blocks: [
      {
        is: "text",
        text: `Our emails about this application went to you so far. ${by === "staff" ? "Our office was asked for another address, which has been confirmed" : "Somebody, most likely you, gave another address and confirmed it"}. From now on they go there, and the links in our earlier emails open nothing any more.`,
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "New email address", value: newEmail },
          { label: "When", value: nassauMoment(changedAt) },
        ],
      },
      {
        is: "text",
        text: `It was somebody else? Please ${sender.phone ? `call us at once at ${sender.phone}` : `write to us at once at ${sender.email}`}, and name the application number.`,
      },
      { is: "note", text: "If it was you, there is nothing that you have to do." },
    ],
    reason: "You are receiving this email because our emails about this application went to your address until now.",
    record: applicationNumber,
  }),
});

/** An address with its middle hidden: `n…a@gmail.com`. One of a single letter is hidden whole. */
export function hiddenEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = Array.from(email.slice(0, at));
  const [first = "", last = ""] = [name.length > 1 ? name[0] : "", name.length > 2 ? name.at(-1) : ""];
  return `${first}…${last}${email.slice(at)}`;
}
