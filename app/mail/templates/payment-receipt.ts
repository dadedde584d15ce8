import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "./case-foot";

/** Attached as PDF. Amounts and days are formatted. */
export const paymentReceipt = template({
  kind: "payment_receipt",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
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
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email.",
  },
  chips: ({ name, email, applicationNumber, receiptNumber, what, amount, method, day, balance }) => ({
    name,
    email,
    "application number": applicationNumber,
    "receipt number": receiptNumber,
    "payment or refund": what,
    amount,
    method,
    day,
    balance,
  }),
  letter: ({ name, email, applicationNumber, receiptNumber, amount, method, day, balance, reason }, links, say) => ({
    kind: "Receipt",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      {
        is: "facts",
        rows: [
          { label: "Receipt number", value: receiptNumber, record: true },
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Amount", value: amount },
          { label: "Method", value: method },
          { label: "Date", value: day },
          ...(reason ? [{ label: "Reason", value: reason }] : []),
          { label: "Balance after this entry", value: balance },
        ],
      },
      { is: "button", label: "View my application", href: links.resume },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
