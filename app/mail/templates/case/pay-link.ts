import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";
import { mailedPayLink } from "./invoice";

/** Amounts and days are formatted. */
export const payLinkMail = template({
  kind: "pay_link",
  about: "application",
  to: "person",
  links: ["resume", "pay"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    invoiceNumber: z.string(),
    amount: z.string(),
    host: z.string(),
    /** Empty without one. */
    lastDay: z.string(),
    payLink: mailedPayLink,
  }),
  texts: {
    subject: "Pay invoice {invoice number} for application {application number}",
    preview: "You can pay {amount} at {payment site}.",
    heading: "You can pay {amount} online",
    opening:
      "The button opens the payment page at {payment site}. We see your payment once it has reached us. Then we record it and send you a receipt.",
    aboutTheLink:
      "The link to your application works for 30 days. Anyone who has it can open your application, so please don’t forward this email.",
  },
  chips: ({ name, email, applicationNumber, invoiceNumber, amount, host }) => ({
    name,
    email,
    "application number": applicationNumber,
    "invoice number": invoiceNumber,
    amount,
    "payment site": host,
  }),
  letter: ({ name, email, applicationNumber, invoiceNumber, amount, host, lastDay, payLink }, links, say) => ({
    kind: "Payment",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      {
        is: "facts",
        rows: [
          { label: "Invoice number", value: invoiceNumber, record: true },
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Amount", value: amount },
          { label: "Payment site", value: host },
          ...(lastDay ? [{ label: "Pay by", value: lastDay }] : []),
        ],
      },
      { is: "button", label: payLink.text, href: links.pay },
      { is: "note", text: say("aboutTheLink") },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
