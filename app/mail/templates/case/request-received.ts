import { z } from "zod";
import { button, facts, message } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";

export const requestReceived = caseMail({
  kind: "request_received",
  addsUp: true,
  data: caseData.extend({
    applicationId: z.string(),
    /** One per line. */
    arrived: z.string(),
    open: z.string(),
  }),
  texts: {
    subject: "Application {application number}: we have what you sent",
    preview: "Thank you. We’ll check it within {our response time}.",
    heading: "We have what you sent",
    opening:
      "Thank you. What you sent has arrived, and we’ll check it within {our response time}. If anything isn’t right, we’ll write to you.",
    previewWhenSomethingIsOpen: "Thank you. Something is still open.",
    openingWhenSomethingIsOpen:
      "Thank you. What you sent has arrived, and we’ll check it within {our response time}. Something is still open: you’ll find it on your application page.",
  },
  letter: ({ email, applicationNumber, arrived, open }, links, say) => ({
    ...(open ? { preview: say("previewWhenSomethingIsOpen") } : {}),
    kind: "Received",
    blocks: [
      say(open ? "openingWhenSomethingIsOpen" : "opening"),
      message("Arrived", arrived),
      open && message("Still open", open),
      facts([{ label: "Application number", value: applicationNumber, record: true }]),
      button("Open my application", links.resume),
    ],
    reason: `You are receiving this email because someone, most likely you, sent something for application ${applicationNumber}, for which we write to ${email}.`,
  }),
});
