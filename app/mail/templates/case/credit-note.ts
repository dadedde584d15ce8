import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

/** Attached as PDF. The amount is formatted. */
export const creditNoteMail = template({
  kind: "credit_note",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    creditNoteNumber: z.string(),
    invoiceNumber: z.string(),
    amount: z.string(),
    reason: z.string(),
  }),
  texts: {
    subject: "Credit note {credit note number} for application {application number}",
    preview: "Invoice {invoice number} is no longer valid. The credit note is attached.",
    heading: "Invoice {invoice number} is no longer valid",
    opening:
      "A credit note over the whole invoice is attached as a PDF. You don’t have to pay this invoice. What you have paid on it stays in your account with us.",
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email.",
  },
  chips: ({ name, email, applicationNumber, creditNoteNumber, invoiceNumber, amount }) => ({
    name,
    email,
    "application number": applicationNumber,
    "credit note number": creditNoteNumber,
    "invoice number": invoiceNumber,
    amount,
  }),
  letter: ({ name, email, applicationNumber, creditNoteNumber, invoiceNumber, amount, reason }, links, say) => ({
    kind: "Credit note",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      {
        is: "facts",
        rows: [
          { label: "Credit note number", value: creditNoteNumber, record: true },
          { label: "Invoice number", value: invoiceNumber, record: true },
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Amount credited", value: amount },
          { label: "Reason", value: reason },
        ],
      },
      { is: "button", label: "View my application", href: links.resume },
      { is: "note", text: say("aboutTheLink") },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});
