import { z } from "zod";
import { button, facts, note } from "~/mail/letter";
import { caseData, caseMail } from "~/mail/templates/application-mail";
import { mailedPayLink } from "./invoice";

/** Amounts and days are formatted. */
export const payLinkMail = caseMail({
  kind: "pay_link",
  links: ["pay"],
  data: caseData.extend({
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
  chips: ({ invoiceNumber, amount, host }) => ({ "invoice number": invoiceNumber, amount, "payment site": host }),
  letter: ({ applicationNumber, invoiceNumber, amount, host, lastDay, payLink }, links, say) => ({
    kind: "Payment",
    blocks: [
      say("opening"),
      facts([
        { label: "Invoice number", value: invoiceNumber, record: true },
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Amount", value: amount },
        { label: "Payment site", value: host },
        lastDay && { label: "Pay by", value: lastDay },
      ]),
      button(payLink.text, links.pay),
      note(say("aboutTheLink")),
    ],
  }),
});
