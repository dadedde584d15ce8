import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "~/mail/templates/case-foot";

export const requestReceived = template({
  kind: "request_received",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  addsUp: true,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
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
  chips: ({ name, email, applicationNumber }) => ({ name, email, "application number": applicationNumber }),
  letter: ({ name, email, applicationNumber, arrived, open }, links, say) => ({
    ...(open ? { preview: say("previewWhenSomethingIsOpen") } : {}),
    kind: "Received",
    heading: "We have what you sent",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: say(open ? "openingWhenSomethingIsOpen" : "opening"),
      },
      { is: "message", title: "Arrived", text: arrived },
      ...(open ? [{ is: "message" as const, title: "Still open", text: open }] : []),
      { is: "facts", rows: [{ label: "Application number", value: applicationNumber, record: true }] },
      { is: "button", label: "Open my application", href: links.resume },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because someone, most likely you, sent something for application ${applicationNumber}, for which we write to ${email}.`,
    record: applicationNumber,
  }),
});
