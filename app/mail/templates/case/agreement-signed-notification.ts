import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { applicantName, instant, template } from "~/mail/template";

/** The applicant has signed. The link requires a sign-in. */
export const agreementSignedNotification = template({
  kind: "agreement_signed_notification",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: z.object({
    applicantName,
    applicationNumber: z.string(),
    applicationId: z.string(),
    signature: z.string(),
    signedAt: instant,
  }),
  texts: {
    subject: "Agreement signed: {application number}",
    preview: "{applicant} has signed our agreement.",
    heading: "An applicant has signed the agreement",
    note: "It isn’t countersigned yet. You need to be signed in to read and countersign it.",
  },
  chips: ({ applicantName, applicationNumber, signedAt }) => ({
    applicant: applicantName,
    "application number": applicationNumber,
    "day of the signature": nassauMoment(signedAt),
  }),
  letter: ({ applicantName, applicationNumber, applicationId, signature, signedAt }, links, say) => ({
    kind: "For the team",
    blocks: [
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Applicant", value: applicantName },
          { label: "Name signed", value: signature },
          { label: "Signed", value: nassauMoment(signedAt) },
        ],
      },
      { is: "button", label: "Open the application", href: links.desk(`/admin/applications/${applicationId}`) },
      { is: "note", text: say("note") },
    ],
    reason: "You are receiving this email because this address is set to receive notices to staff.",
    record: applicationNumber,
  }),
});
