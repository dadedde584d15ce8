import { z } from "zod";
import { applicantName, template } from "~/mail/template";
import { writeOnPage } from "../case-foot";

/** Of a link to another provider's page, whose URL is read when the mail is sent. */
export const mailedPayLink = z.object({ id: z.string(), text: z.string() });

/** Attached as PDF. Amounts and days are formatted. */
export const invoiceMail = template({
  kind: "invoice",
  about: "application",
  to: "person",
  links: ["resume", "payIfShown"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
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
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email.",
  },
  chips: ({ name, email, applicationNumber, invoiceNumber, amount, day }) => ({
    name,
    email,
    "application number": applicationNumber,
    "invoice number": invoiceNumber,
    "amount to pay": amount,
    "due date": day,
  }),
  letter: ({ name, email, applicationNumber, invoiceNumber, amount, day, payLink, ...how }, links, say) => ({
    kind: "Invoice",
    greeting: `Dear ${name},`,
    blocks: [
      { is: "text", text: say("opening") },
      {
        is: "facts",
        rows: [
          { label: "Invoice number", value: invoiceNumber, record: true },
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Amount to pay", value: amount },
          { label: "Due", value: day },
        ],
      },
      ...blocksAbout(how.howToPay || (links.pay ? "" : how.withoutLink)),
      ...(payLink && links.pay ? [{ is: "link", label: payLink.text, href: links.pay } as const] : []),
      { is: "button", label: "View my application", href: links.resume },
      { is: "note", text: say("aboutTheLink") },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because we write to ${email} about application ${applicationNumber}.`,
    record: applicationNumber,
  }),
});

const blocksAbout = (howToPay: string) =>
  howToPay ? [{ is: "message", title: "How to pay", text: howToPay } as const] : [];
