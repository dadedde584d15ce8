import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { forTheService, instant, personName, template } from "~/mail/template";

/** Sent twice before an unused draft is deleted. */
export const draftDeletion = template({
  kind: "draft_deletion",
  about: "application",
  to: "person",
  links: ["resume", "notMe"],
  // Somebody may have started many with a foreign email.
  othersCause: true,
  repliesTo: "office",
  data: z.object({
    name: personName,
    email: z.string(),
    applicationNumber: z.string(),
    serviceName: z.string().nullable(),
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
    aboutTheLink:
      "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email.",
  },
  chips: ({ name, email, applicationNumber, serviceName, savedAt, percent, deletedAt }) => ({
    name,
    email,
    "application number": applicationNumber,
    service: serviceName ?? "Visa Application",
    "for the service": forTheService(serviceName),
    percent: `${percent}%`,
    "last saved": nassauLongDate(savedAt),
    "day of deletion": nassauLongDate(deletedAt),
  }),
  letter: ({ name, email, applicationNumber, serviceName, savedAt, percent, deletedAt }, links, say) => ({
    kind: "An application that was not submitted",
    greeting: `Hello ${name},`,
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Service", value: serviceName ?? "Visa Application" },
          { label: "Last saved", value: nassauLongDate(savedAt) },
          { label: "Complete", value: `${percent}%` },
          { label: "Will be deleted", value: nassauLongDate(deletedAt) },
        ],
      },
      { is: "text", text: say("howToKeepIt") },
      { is: "button", label: "Continue my application", href: links.resume },
      {
        is: "text",
        text: say("ifNotNeeded"),
      },
      { is: "link", label: "This was not me", href: links.notMe },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
    ],
    reason: `You are receiving this email because an application started with ${email} is about to be deleted.`,
    record: applicationNumber,
  }),
});
