import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { button, facts, note, steps } from "~/mail/letter";
import { instant, visaType } from "~/mail/template";
import { aboutTheLink, caseData, caseMail } from "~/mail/templates/application-mail";

export const applicationSubmitted = caseMail({
  kind: "application_submitted",
  data: caseData.extend({
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
    aboutTheLink,
  },
  chips: ({ visaType, submittedAt, missing }) => ({
    "visa type": visaType,
    "day of submission": nassauLongDate(submittedAt),
    else: missing ? "else" : "",
  }),
  letter: ({ email, applicationNumber, visaType, submittedAt, missing }, links, say) => ({
    kind: "Application submitted",
    blocks: [
      say(missing ? "openingWhenSomethingIsMissing" : "opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Visa type", value: visaType },
        { label: "Submitted", value: nassauLongDate(submittedAt) },
      ]),
      ...(missing
        ? [
            steps("We can begin our work once we have:", missing.split("\n")),
            button("Add what is missing", links.resume),
          ]
        : []),
      steps("What happens next", say("whatHappensNext").split("\n")),
      !missing && button("View my application", links.resume),
      note(say("aboutTheLink")),
    ],
    reason: `You are receiving this email because application ${applicationNumber} was submitted with ${email}.`,
  }),
});
