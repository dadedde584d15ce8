import { z } from "zod";
import { button, facts, link, message, note } from "~/mail/letter";
import { aboutTheLink, caseData, caseMail } from "~/mail/templates/application-mail";

/** Of a link to another provider's page, whose URL is read when the mail is sent. */
export const mailedPayLink = z.object({ id: z.string(), text: z.string() });

/** Attached as PDF. Amounts and days are formatted. */
export const invoiceMail = caseMail({
  kind: "invoice",
  links: ["payIfShown"],
  data: caseData.extend({
    invoiceNumber: z.string(),
    amount: z.string(),
    day: z.string(),
    howToPay: z.string(),
    /** The request to call, for a mail that is sent again after its pay link has ended; otherwise empty. */
    withoutLink: z.string().default(""),
    payLink: mailedPayLink.nullable(),
  }),
  texts: {
    subject: "Invoice {invoice number} for application {application number}",
    preview: "{amount to pay}, due {due date}. The invoice is attached.",
    heading: "Invoice: {amount to pay}",
    opening: "Your invoice is attached as a PDF. It is on your application page as well.",
    aboutTheLink,
  },
  chips: ({ invoiceNumber, amount, day }) => ({
    "invoice number": invoiceNumber,
    "amount to pay": amount,
    "due date": day,
  }),
  letter: ({ applicationNumber, invoiceNumber, amount, day, howToPay, withoutLink, payLink }, links, say) => ({
    kind: "Invoice",
    blocks: [
      say("opening"),
      facts([
        { label: "Invoice number", value: invoiceNumber, record: true },
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Amount to pay", value: amount },
        { label: "Due", value: day },
      ]),
      howToPay && message("How to pay", howToPay),
      !howToPay && !links.pay && withoutLink && message("How to pay", withoutLink),
      payLink && links.pay && link(payLink.text, links.pay),
      button("View my application", links.resume),
      note(say("aboutTheLink")),
    ],
  }),
});
