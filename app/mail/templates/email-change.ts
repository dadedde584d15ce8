import { z } from "zod";
import { template } from "~/mail/template";

/** May go to a stranger, so it says nothing about the applicant. */
export const emailChange = template({
  kind: "email_change",
  about: "application",
  to: "person",
  links: ["change"],
  othersCause: true,
  data: z.object({
    applicationNumber: z.string(),
    email: z.string(),
    by: z.enum(["applicant", "staff"]),
  }),
  words: {
    subject: "Confirm your new email address for application {application number}",
    preview: "One button, and our emails about the application come here.",
    heading: "Confirm your new email address",
    opening:
      "Somebody, most likely you, asked that all emails about this visa application come to this address. It takes effect once you press the button on the page behind this link.",
    openingWhenOurOfficeAsked:
      "Our office was asked to send all emails about this visa application to this address. It takes effect once you press the button on the page behind this link.",
    aboutTheLink: "The link works for 7 days and once. Links to the application in earlier emails end with it.",
  },
  chips: ({ applicationNumber, email }) => ({ "application number": applicationNumber, "new email": email }),
  letter: ({ applicationNumber, email, by }, links, say) => ({
    kind: "New email address",
    greeting: "Hello,",
    blocks: [
      {
        is: "text",
        text: say(by === "staff" ? "openingWhenOurOfficeAsked" : "opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "New email address", value: email },
        ],
      },
      { is: "button", label: "Confirm this address", href: links.change },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
    ],
    reason: `You are receiving this email because ${email} was given as the new address of a visa application. If that was not you, there is nothing that you have to do: without the link nothing is changed.`,
    record: applicationNumber,
  }),
});
