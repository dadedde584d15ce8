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
  words: {
    subject: "Your request to withdraw application {application number}",
    preview: "We have your request, and write to you as soon as it is decided.",
    heading: "We have your request to withdraw",
    opening:
      "You have asked us to withdraw your application. A consultant reads your request and writes to you once it is decided. Until then your application stays as it is.",
    ifNotYou:
      "If you did not ask for this, or have changed your mind, please tell us right away. The link works for 30 days and is for you alone.",
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
    reason: `You are receiving this email because somebody, most likely you, asked to withdraw application ${applicationNumber}, which was made with ${email}.`,
    record: applicationNumber,
  }),
});
