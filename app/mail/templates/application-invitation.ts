import { z } from "zod";
import { button, facts, link, note } from "~/mail/letter";
import { forTheService, template } from "~/mail/template";
import { applicationChips, applicationData, hello } from "~/mail/templates/application-mail";

/** Hands an application that staff started to the applicant, who alone signs it. */
export const applicationInvitation = template({
  kind: "application_invitation",
  about: "application",
  to: "person",
  links: ["resume", "notMe"],
  othersCause: false,
  repliesTo: "office",
  data: applicationData.extend({
    /** Null if it was started for a caller or walk-in. */
    reference: z.string().nullable(),
  }),
  texts: {
    subject: "Your application {application number} is ready to complete",
    preview: "We’ve filled in what you told us. Check it, complete it and sign it.",
    heading: "Your application is prepared",
    opening:
      "We’ve started an application {for the service} for you and filled in what you told us. Please check it, answer the remaining questions and sign it: nothing is submitted without your signature. Your progress is saved, and the link below brings you back at any time, on any device.",
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email. Following it also confirms that this address is yours.",
    ifNotAsked:
      "Didn’t ask us for an application? Tell us: links sent to this address will stop working, and we won’t email you about it again.",
  },
  chips: (application) => ({
    ...applicationChips(application),
    "for the service": forTheService(application.serviceName),
  }),
  letter: ({ name, email, applicationNumber, serviceName, reference }, links, say) => ({
    kind: "Your application",
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Service", value: serviceName ?? "Visa Application" },
        reference && { label: "Your inquiry", value: reference, record: true },
      ]),
      button("Open my application", links.resume),
      note(say("aboutTheLink")),
      say("ifNotAsked"),
      link("This was not me", links.notMe),
    ],
    reason: `You are receiving this email because our office started an application for you and was given ${email} as your address.`,
    record: applicationNumber,
  }),
});
