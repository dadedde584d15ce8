import { z } from "zod";
import { calendarLongDate, nassauLongDate } from "~/core/time";
import { applicantName, instant, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

/** How a signed agreement ended: its applicant withdrew the signature, or staff recorded day and reason. */
const endOfAgreement = z.object({
  signedAt: instant,
  withdrawnAt: instant.nullable(),
  /** A day as YYYY-MM-DD. */
  endedOn: z.string().nullable(),
  reason: z.string(),
});

const isWithdrawn = ({ endedOn }: z.output<typeof endOfAgreement>) => endedOn === null;
const dayOf = ({ endedOn, withdrawnAt, signedAt }: z.output<typeof endOfAgreement>) =>
  endedOn ? calendarLongDate(endedOn) : nassauLongDate(withdrawnAt ?? signedAt);
const rowsOf = (applicationNumber: string, end: z.output<typeof endOfAgreement>) => [
  { label: "Application number", value: applicationNumber, record: true },
  { label: "Signed", value: nassauLongDate(end.signedAt) },
  { label: isWithdrawn(end) ? "Withdrawn" : "Ended", value: dayOf(end) },
];

export const agreementWithdrawn = template({
  kind: "agreement_withdrawn",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: endOfAgreement.extend({ name: applicantName, email: z.string(), applicationNumber: z.string() }),
  texts: {
    subject: "Application {application number}: the agreement {is withdrawn or has ended}",
    preview: "{what happened}",
    heading: "The agreement {is withdrawn or has ended}",
    opening: "{what happened} You can still read and download it on your application page.",
    ifNotYou: "If you did not expect this, please write to {our email} right away, and name your application number.",
  },
  chips: ({ name, email, applicationNumber, ...end }) => ({
    name,
    email,
    "application number": applicationNumber,
    "is withdrawn or has ended": isWithdrawn(end) ? "is withdrawn" : "has ended",
    "what happened": isWithdrawn(end)
      ? "You’ve withdrawn your signature of the agreement."
      : `We’ve recorded that the agreement ended on ${dayOf(end)}.`,
  }),
  letter: ({ name, email, applicationNumber, ...end }, links, say) => ({
    kind: isWithdrawn(end) ? "Agreement withdrawn" : "Agreement ended",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      ...(end.reason ? [{ is: "message" as const, title: "From our team", text: end.reason }] : []),
      { is: "facts", rows: rowsOf(applicationNumber, end) },
      { is: "button", label: "Open my application", href: links.resume },
      { is: "note", text: say("ifNotYou") },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});

/** The link requires a sign-in. */
export const agreementWithdrawnNotification = template({
  kind: "agreement_withdrawn_notification",
  about: "application",
  to: "office",
  links: [],
  othersCause: false,
  data: endOfAgreement.extend({ applicantName, applicationNumber: z.string(), applicationId: z.string() }),
  texts: {
    subject: "Agreement {withdrawn or ended}: {application number}",
    preview: "{what happened}",
    heading: "{what happened}",
    note: "The signed agreement stays in the case. To ask for a new signature, open the case. You need to be signed in.",
  },
  chips: ({ applicantName, applicationNumber, ...end }) => ({
    applicant: applicantName,
    "application number": applicationNumber,
    "withdrawn or ended": isWithdrawn(end) ? "withdrawn" : "ended",
    "what happened": isWithdrawn(end)
      ? "The applicant has withdrawn the signature of the agreement."
      : `The agreement ended on ${dayOf(end)}.`,
  }),
  letter: ({ applicantName, applicationNumber, applicationId, ...end }, links, say) => {
    const [number, ...rows] = rowsOf(applicationNumber, end);
    return {
      kind: "For the team",
      blocks: [
        {
          is: "facts",
          rows: [...(number ? [number] : []), { label: "Applicant", value: applicantName }, ...rows],
        },
        ...(end.reason ? [{ is: "message" as const, title: "Reason", text: end.reason }] : []),
        { is: "button", label: "Open the case", href: links.desk(`/admin/applications/${applicationId}#agreement`) },
        { is: "note", text: say("note") },
      ],
      reason: "You are receiving this email because this address is set to receive notices to staff.",
      record: applicationNumber,
    };
  },
});
