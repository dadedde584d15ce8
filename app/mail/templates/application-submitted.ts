import { z } from "zod";
import { nassauLongDate } from "~/ground/time";
import { applicantName, instant, template, visaType } from "~/mail/template";
import { writeOnPage } from "./case-foot";

/** The confirmation of a submission (W-MAIL-4 to W-MAIL-7). */
export const applicationSubmitted = template({
  kind: "application_submitted",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: applicantName,
    email: z.string(),
    applicationNumber: z.string(),
    visaType,
    applicationId: z.string(),
    submittedAt: instant,
    /** The documents that are still missing, a line for each (C-MISS-3). */
    missing: z.string().default(""),
  }),
  subject: ({ applicationNumber }) => `We have received your application ${applicationNumber}`,
  letter: ({ name, email, applicationNumber, visaType, submittedAt, missing }, links) => ({
    preview: `Application ${applicationNumber} was submitted. Here is what happens next.`,
    kind: "Application submitted",
    heading: "We have your application",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: missing
          ? "Thank you. Your application is with us. Something is still missing: please add it on your application page."
          : "Thank you. Your application is complete and with us. For the moment there is nothing that you need to do.",
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Visa type", value: visaType },
          { label: "Submitted", value: nassauLongDate(submittedAt) },
        ],
      },
      ...(missing
        ? [
            { is: "steps" as const, title: "We can begin our work once we have:", items: missing.split("\n") },
            { is: "button" as const, label: "Add what is missing", href: links.resume },
          ]
        : []),
      {
        is: "steps",
        title: "What happens next",
        items: [
          "A consultant goes through your answers and documents.",
          `If anything ${missing ? "else " : ""}is missing or unclear, we write to ${email}.`,
          "Each time the status of your application changes, you receive a mail.",
        ],
      },
      ...(missing ? [] : [{ is: "button" as const, label: "View my application", href: links.resume }]),
      {
        is: "note",
        text: "The link works for 30 days. Whoever has it can open your application, so please do not forward this email.",
      },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because application ${applicationNumber} was submitted with ${email}.`,
    record: applicationNumber,
  }),
});
