import { nassauLongDate } from "~/core/time";
import { button, facts } from "~/mail/letter";
import { instant } from "~/mail/template";
import { caseData, caseMail } from "~/mail/templates/application-mail";

/** The office countersigned. Its text and file are on the page alone. */
export const agreementSigned = caseMail({
  kind: "agreement_signed",
  data: caseData.extend({ signedAt: instant, countersignedAt: instant }),
  texts: {
    subject: "Application {application number}: the agreement is signed by both sides",
    preview: "We’ve countersigned the agreement that you signed.",
    heading: "The agreement is signed",
    opening:
      "We’ve countersigned the agreement that you signed on {day of your signature}. You can read and download it on your application page.",
  },
  chips: ({ signedAt, countersignedAt }) => ({
    "day of your signature": nassauLongDate(signedAt),
    "day of our signature": nassauLongDate(countersignedAt),
  }),
  letter: ({ applicationNumber, signedAt, countersignedAt }, links, say) => ({
    kind: "Agreement signed",
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Signed by you", value: nassauLongDate(signedAt) },
        { label: "Signed by us", value: nassauLongDate(countersignedAt) },
      ]),
      button("Open my application", links.resume),
    ],
  }),
});
