import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";

/** It never holds the agreement: the page shows it. */
export const agreementOffered = template({
  kind: "agreement_offered",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    /** Why it is to be signed again; null the first time. */
    because: z.enum(["price", "version"]).nullable(),
    workBeginsSigned: z.boolean(),
  }),
  texts: {
    subject: "Please read and sign our agreement: {application number}",
    preview: "Our agreement is on your application page.",
    heading: "Please read and sign our agreement",
    opening:
      "The agreement between you and us is on your application page. Please read it there and sign it with your full name.",
    openingOfPrice:
      "The price of your application has changed since you signed our agreement. Please read it again on your application page and sign it with your full name.",
    openingOfVersion:
      "Our agreement has changed since you signed it. Please read the new version on your application page and sign it with your full name.",
    workBegins: "We begin our work once it’s signed.",
  },
  chips: ({ name, email, applicationNumber }) => ({ name, email, "application number": applicationNumber }),
  letter: ({ name, email, applicationNumber, because, workBeginsSigned }, links, say) => ({
    kind: "Our agreement",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: say(because === null ? "opening" : because === "price" ? "openingOfPrice" : "openingOfVersion"),
      },
      ...(workBeginsSigned ? [{ is: "text" as const, text: say("workBegins") }] : []),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
