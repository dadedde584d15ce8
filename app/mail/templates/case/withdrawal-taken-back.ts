import { nassauLongDate } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant } from "~/mail/template";
import { caseData, caseMail } from "~/mail/templates/application-mail";

export const withdrawalTakenBack = caseMail({
  kind: "withdrawal_taken_back",
  data: caseData.extend({ requestedAt: instant }),
  texts: {
    subject: "Application {application number} continues",
    preview: "You have taken back your request to withdraw.",
    heading: "Your application continues",
    opening:
      "You have taken back your request to withdraw your application. We’ll continue working on it; its status hasn’t changed.",
    ifNotYou: "If you did not do this, please write to {our email} right away, and name your application number.",
  },
  chips: ({ requestedAt }) => ({ "day of the request": nassauLongDate(requestedAt) }),
  letter: ({ applicationNumber, requestedAt }, links, say) => ({
    kind: "Withdrawal taken back",
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Request of", value: nassauLongDate(requestedAt) },
      ]),
      button("View my application", links.resume),
      note(say("ifNotYou")),
    ],
  }),
});
