import { z } from "zod";
import { button, facts, note } from "~/mail/letter";
import { aboutTheLink, caseData, caseMail } from "~/mail/templates/application-mail";

/** Attached as PDF. Amounts and days are formatted. */
export const paymentReceipt = caseMail({
  kind: "payment_receipt",
  data: caseData.extend({
    receiptNumber: z.string(),
    /** `Payment`, `Refund`, `Reversal of a payment`. */
    what: z.string(),
    amount: z.string(),
    method: z.string(),
    day: z.string(),
    balance: z.string(),
    /** Empty unless reversed. */
    reason: z.string().default(""),
  }),
  texts: {
    subject: "Receipt {receipt number} for application {application number}",
    preview: "{payment or refund}: {amount}. The receipt is attached.",
    heading: "{payment or refund}: {amount}",
    opening: "Your receipt is attached as a PDF. It is on your application page as well.",
    aboutTheLink,
  },
  chips: ({ receiptNumber, what, amount, method, day, balance }) => ({
    "receipt number": receiptNumber,
    "payment or refund": what,
    amount,
    method,
    day,
    balance,
  }),
  letter: ({ applicationNumber, receiptNumber, amount, method, day, balance, reason }, links, say) => ({
    kind: "Receipt",
    blocks: [
      say("opening"),
      facts([
        { label: "Receipt number", value: receiptNumber, record: true },
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Amount", value: amount },
        { label: "Method", value: method },
        { label: "Date", value: day },
        reason && { label: "Reason", value: reason },
        { label: "Balance after this entry", value: balance },
      ]),
      button("View my application", links.resume),
      note(say("aboutTheLink")),
    ],
  }),
});
