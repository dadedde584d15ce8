import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant } from "~/mail/template";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";

export const agreementSignedNotification = caseNotice({
  kind: "agreement_signed_notification",
  data: noticeData.extend({ signature: z.string(), signedAt: instant }),
  texts: {
    subject: "Agreement signed: {application number}",
    preview: "{applicant} has signed our agreement.",
    heading: "An applicant has signed the agreement",
    note: "It isn’t countersigned yet. You need to be signed in to read and countersign it.",
  },
  chips: ({ signedAt }) => ({ "day of the signature": nassauMoment(signedAt) }),
  letter: ({ applicantName, applicationNumber, applicationId, signature, signedAt }, links, say) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Applicant", value: applicantName },
        { label: "Name signed", value: signature },
        { label: "Signed", value: nassauMoment(signedAt) },
      ]),
      button("Open the application", links.desk(`/admin/applications/${applicationId}`)),
      note(say("note")),
    ],
  }),
});
