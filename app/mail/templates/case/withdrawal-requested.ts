import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { button, facts, message, note } from "~/mail/letter";
import { instant } from "~/mail/template";
import { caseData, caseMail } from "~/mail/templates/application-mail";

export const withdrawalRequested = caseMail({
  kind: "withdrawal_requested",
  data: caseData.extend({ reason: z.string(), requestedAt: instant }),
  texts: {
    subject: "Your request to withdraw application {application number}",
    preview: "We have your request and will write to you as soon as it’s decided.",
    heading: "We have your request to withdraw",
    opening:
      "You’ve asked us to withdraw your application. A consultant will read your request and write to you once it’s decided. Until then, nothing changes.",
    ifNotYou:
      "If you did not ask for this, or have changed your mind, please tell us right away. The link works for 30 days and is only for you.",
  },
  chips: ({ requestedAt }) => ({ "day of the request": nassauLongDate(requestedAt) }),
  letter: ({ email, applicationNumber, reason, requestedAt }, links, say) => ({
    kind: "Withdrawal requested",
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Requested", value: nassauLongDate(requestedAt) },
      ]),
      reason && message("What you wrote", reason),
      button("View my application", links.resume),
      note(say("ifNotYou")),
    ],
    reason: `You are receiving this email because someone, probably you, asked to withdraw application ${applicationNumber}, which uses ${email}.`,
  }),
});
