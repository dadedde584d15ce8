import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { applicantName, instant, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

export const withdrawalRequested = template({
  kind: "withdrawal_requested",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    reason: z.string(),
    requestedAt: instant,
  }),
  texts: {
    subject: "Your request to withdraw application {application number}",
    preview: "We have your request and will write to you as soon as it’s decided.",
    heading: "We have your request to withdraw",
    opening:
      "You’ve asked us to withdraw your application. A consultant will read your request and write to you once it’s decided. Until then, nothing changes.",
    ifNotYou:
      "If you did not ask for this, or have changed your mind, please tell us right away. The link works for 30 days and is only for you.",
  },
  chips: ({ name, email, applicationNumber, requestedAt }) => ({
    name,
    email,
    "application number": applicationNumber,
    "day of the request": nassauLongDate(requestedAt),
  }),
  letter: ({ name, email, applicationNumber, reason, requestedAt }, links, say) => ({
    kind: "Withdrawal requested",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Requested", value: nassauLongDate(requestedAt) },
        ],
      },
      ...(reason ? [{ is: "message" as const, title: "What you wrote", text: reason }] : []),
      { is: "button", label: "View my application", href: links.resume },
      {
        is: "note",
        text: say("ifNotYou"),
      },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because someone, probably you, asked to withdraw application ${applicationNumber}, which uses ${email}.`,
    record: applicationNumber,
  }),
});
