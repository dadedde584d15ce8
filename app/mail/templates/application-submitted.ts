import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { applicantName, instant, template, visaType } from "~/mail/template";
import { writeOnPage } from "./case-foot";

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
    /** One per line. */
    missing: z.string().default(""),
  }),
  texts: {
    subject: "We have received your application {application number}",
    preview: "Application {application number} was submitted. Here is what happens next.",
    heading: "We have your application",
    opening:
      "Thank you. Your application is complete and with us. For the moment there is nothing that you need to do.",
    openingWhenSomethingIsMissing:
      "Thank you. Your application is with us. Something is still missing: please add it on your application page.",
    whatHappensNext:
      "A consultant will go through your answers and documents.\nIf anything {else} is missing or unclear, we’ll write to {email}.\nWe’ll email you each time your application’s status changes.",
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email.",
  },
  chips: ({ name, email, applicationNumber, visaType, submittedAt, missing }) => ({
    name,
    email,
    "application number": applicationNumber,
    "visa type": visaType,
    "day of submission": nassauLongDate(submittedAt),
    else: missing ? "else" : "",
  }),
  letter: ({ name, email, applicationNumber, visaType, submittedAt, missing }, links, say) => ({
    kind: "Application submitted",
    greeting: `Dear ${name},`,
    blocks: [
      {
        is: "text",
        text: say(missing ? "openingWhenSomethingIsMissing" : "opening"),
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
        items: say("whatHappensNext").split("\n"),
      },
      ...(missing ? [] : [{ is: "button" as const, label: "View my application", href: links.resume }]),
      {
        is: "note",
        text: say("aboutTheLink"),
      },
      ...writeOnPage(links),
    ],
    reason: `You are receiving this email because application ${applicationNumber} was submitted with ${email}.`,
    record: applicationNumber,
  }),
});
