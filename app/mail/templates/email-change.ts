import { z } from "zod";
import { button, facts, note } from "~/mail/letter";
import { template } from "~/mail/template";

/** May go to a stranger, so it says nothing about the applicant. */
export const emailChange = template({
  kind: "email_change",
  about: "application",
  to: "person",
  links: ["change"],
  othersCause: true,
  repliesTo: "office",
  data: z.object({ applicationNumber: z.string(), email: z.string(), by: z.enum(["applicant", "staff"]) }),
  texts: {
    subject: "Confirm your new email address for application {application number}",
    preview: "One button, and our emails about the application come here.",
    heading: "Confirm your new email address",
    opening:
      "Someone, probably you, asked us to send all emails about this visa application to this address. The change takes effect once you follow this link and press the button.",
    openingWhenOurOfficeAsked:
      "Our office was asked to send all emails about this visa application to this address. The change takes effect once you follow this link and press the button.",
    aboutTheLink:
      "The link works once, for 7 days. Once you’ve confirmed this address, links to the application in earlier emails stop working.",
  },
  chips: ({ applicationNumber, email }) => ({ "application number": applicationNumber, "new email": email }),
  letter: ({ applicationNumber, email, by }, links, say) => ({
    kind: "New email address",
    greeting: "Hello,",
    blocks: [
      say(by === "staff" ? "openingWhenOurOfficeAsked" : "opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "New email address", value: email },
      ]),
      button("Confirm this address", links.change),
      note(say("aboutTheLink")),
    ],
    reason: `You are receiving this email because ${email} was given as the new address of a visa application. If that wasn’t you, you don’t need to do anything: nothing changes unless someone uses the link.`,
    record: applicationNumber,
  }),
});
