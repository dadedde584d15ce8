import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { applicantName, instant, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

export const withdrawalTakenBack = template({
  kind: "withdrawal_taken_back",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({ name: applicantName, email: z.string(), applicationNumber: z.string(), requestedAt: instant }),
  texts: {
    subject: "Application {application number} continues",
    preview: "You have taken back your request to withdraw.",
    heading: "Your application continues",
    opening:
      "You have taken back your request to withdraw your application. We’ll continue working on it; its status hasn’t changed.",
    ifNotYou: "If you did not do this, please write to {our email} right away, and name your application number.",
  },
  chips: ({ name, email, applicationNumber, requestedAt }) => ({
    name,
    email,
    "application number": applicationNumber,
    "day of the request": nassauLongDate(requestedAt),
  }),
  letter: ({ name, email, applicationNumber, requestedAt }, links, say) => ({
    kind: "Withdrawal taken back",
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
          { label: "Request of", value: nassauLongDate(requestedAt) },
        ],
      },
      { is: "button", label: "View my application", href: links.resume },
      {
        is: "note",
        text: say("ifNotYou"),
      },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
