import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { applicantName, instant, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

/** The office countersigned. Its text and file are on the page alone. */
export const agreementSigned = template({
  kind: "agreement_signed",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    signedAt: instant,
    countersignedAt: instant,
  }),
  texts: {
    subject: "Application {application number}: the agreement is signed by both sides",
    preview: "We’ve countersigned the agreement that you signed.",
    heading: "The agreement is signed",
    opening:
      "We’ve countersigned the agreement that you signed on {day of your signature}. You can read and download it on your application page.",
  },
  chips: ({ name, email, applicationNumber, signedAt, countersignedAt }) => ({
    name,
    email,
    "application number": applicationNumber,
    "day of your signature": nassauLongDate(signedAt),
    "day of our signature": nassauLongDate(countersignedAt),
  }),
  letter: ({ name, email, applicationNumber, signedAt, countersignedAt }, links, say) => ({
    kind: "Agreement signed",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Signed by you", value: nassauLongDate(signedAt) },
          { label: "Signed by us", value: nassauLongDate(countersignedAt) },
        ],
      },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
