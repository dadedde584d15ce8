import { z } from "zod";
import { calendarLongDate, nassauLongDate } from "~/core/time";
import { button, facts, message, note } from "~/mail/letter";
import { instant } from "~/mail/template";
import { caseData, caseMail } from "~/mail/templates/application-mail";
import { caseNotice, noticeData } from "~/mail/templates/case-notice";

/** How a signed agreement ended: its applicant withdrew the signature, or staff recorded day and reason. */
const endOfAgreement = z.object({
  signedAt: instant,
  withdrawnAt: instant.nullable(),
  /** A day as YYYY-MM-DD. */
  endedOn: z.string().nullable(),
  reason: z.string(),
});
type EndOfAgreement = z.output<typeof endOfAgreement>;

const isWithdrawn = ({ endedOn }: EndOfAgreement) => endedOn === null;
const dayOf = ({ endedOn, withdrawnAt, signedAt }: EndOfAgreement) =>
  endedOn ? calendarLongDate(endedOn) : nassauLongDate(withdrawnAt ?? signedAt);
const daysOf = (end: EndOfAgreement) => [
  { label: "Signed", value: nassauLongDate(end.signedAt) },
  { label: isWithdrawn(end) ? "Withdrawn" : "Ended", value: dayOf(end) },
];

export const agreementWithdrawn = caseMail({
  kind: "agreement_withdrawn",
  data: caseData.extend(endOfAgreement.shape),
  texts: {
    subject: "Application {application number}: the agreement {is withdrawn or has ended}",
    preview: "{what happened}",
    heading: "The agreement {is withdrawn or has ended}",
    opening: "{what happened} You can still read and download it on your application page.",
    ifNotYou: "If you did not expect this, please write to {our email} right away, and name your application number.",
  },
  chips: (end) => ({
    "is withdrawn or has ended": isWithdrawn(end) ? "is withdrawn" : "has ended",
    "what happened": isWithdrawn(end)
      ? "You’ve withdrawn your signature of the agreement."
      : `We’ve recorded that the agreement ended on ${dayOf(end)}.`,
  }),
  letter: ({ applicationNumber, ...end }, links, say) => ({
    kind: isWithdrawn(end) ? "Agreement withdrawn" : "Agreement ended",
    blocks: [
      say("opening"),
      end.reason && message("From our team", end.reason),
      facts([{ label: "Application number", value: applicationNumber, record: true }, ...daysOf(end)]),
      button("Open my application", links.resume),
      note(say("ifNotYou")),
    ],
  }),
});

export const agreementWithdrawnNotification = caseNotice({
  kind: "agreement_withdrawn_notification",
  data: noticeData.extend(endOfAgreement.shape),
  texts: {
    subject: "Agreement {withdrawn or ended}: {application number}",
    preview: "{what happened}",
    heading: "{what happened}",
    note: "The signed agreement stays in the case. To ask for a new signature, open the case. You need to be signed in.",
  },
  chips: (end) => ({
    "withdrawn or ended": isWithdrawn(end) ? "withdrawn" : "ended",
    "what happened": isWithdrawn(end)
      ? "The applicant has withdrawn the signature of the agreement."
      : `The agreement ended on ${dayOf(end)}.`,
  }),
  letter: ({ applicantName, applicationNumber, applicationId, ...end }, links, say) => ({
    blocks: [
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Applicant", value: applicantName },
        ...daysOf(end),
      ]),
      end.reason && message("Reason", end.reason),
      button("Open the case", links.desk(`/admin/applications/${applicationId}#agreement`)),
      note(say("note")),
    ],
  }),
});
