import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { button, facts, link, note } from "~/mail/letter";
import { forTheService, instant, template } from "~/mail/template";
import { aboutTheLink, applicationChips, applicationData, hello } from "~/mail/templates/application-mail";

/** Sent twice before an unused draft is deleted. */
export const draftDeletion = template({
  kind: "draft_deletion",
  about: "application",
  to: "person",
  links: ["resume", "notMe"],
  // Somebody may have started many with a foreign email.
  othersCause: true,
  repliesTo: "office",
  data: applicationData.extend({
    savedAt: instant,
    percent: z.number(),
    /** The end of its period: it is deleted the night after. */
    deletedAt: instant,
  }),
  notAfter: ({ deletedAt }) => new Date(deletedAt),
  texts: {
    subject: "Your application {application number} will be deleted on {day of deletion}",
    preview: "Open it before that day if you want to keep it.",
    heading: "Your application will be deleted on {day of deletion}",
    opening:
      "You started an application {for the service} but haven’t submitted it. We don’t keep answers and files longer than we need them, so we’ll delete it, with everything in it, on {day of deletion}.",
    howToKeepIt: "If you still need it, just open it, and we’ll keep it for just as long again.",
    ifNotNeeded:
      "If you no longer need it, you don’t need to do anything. Didn’t start it? Tell us and we’ll stop emailing this address about it.",
    aboutTheLink,
  },
  chips: ({ savedAt, percent, deletedAt, ...application }) => ({
    ...applicationChips(application),
    "for the service": forTheService(application.serviceName),
    percent: `${percent}%`,
    "last saved": nassauLongDate(savedAt),
    "day of deletion": nassauLongDate(deletedAt),
  }),
  letter: ({ name, email, applicationNumber, serviceName, savedAt, percent, deletedAt }, links, say) => ({
    kind: "An application that was not submitted",
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Service", value: serviceName ?? "Visa Application" },
        { label: "Last saved", value: nassauLongDate(savedAt) },
        { label: "Complete", value: `${percent}%` },
        { label: "Will be deleted", value: nassauLongDate(deletedAt) },
      ]),
      say("howToKeepIt"),
      button("Continue my application", links.resume),
      say("ifNotNeeded"),
      link("This was not me", links.notMe),
      note(say("aboutTheLink")),
    ],
    reason: `You are receiving this email because an application started with ${email} is about to be deleted.`,
    record: applicationNumber,
  }),
});
