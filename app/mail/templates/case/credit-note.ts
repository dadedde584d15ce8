import { z } from "zod";
import { button, facts, note } from "~/mail/letter";
import { aboutTheLink, caseData, caseMail } from "~/mail/templates/application-mail";

/** Attached as PDF. The amount is formatted. */
export const creditNoteMail = caseMail({
  kind: "credit_note",
  data: caseData.extend({
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
    aboutTheLink,
  },
  chips: ({ creditNoteNumber, invoiceNumber, amount }) => ({
    "credit note number": creditNoteNumber,
    "invoice number": invoiceNumber,
    amount,
  }),
  letter: ({ applicationNumber, creditNoteNumber, invoiceNumber, amount, reason }, links, say) => ({
    kind: "Credit note",
    blocks: [
      say("opening"),
      facts([
        { label: "Credit note number", value: creditNoteNumber, record: true },
        { label: "Invoice number", value: invoiceNumber, record: true },
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Amount credited", value: amount },
        { label: "Reason", value: reason },
      ]),
      button("View my application", links.resume),
      note(say("aboutTheLink")),
    ],
  }),
});
