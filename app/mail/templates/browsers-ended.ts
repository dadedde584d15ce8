import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";
import { aboutTheLink, applicationChips, applicationData, hello, writeOnPage } from "~/mail/templates/application-mail";

/** Tells the present email that a browser has lost access, and how to regain it. */
export const browsersEnded = template({
  kind: "browsers_ended",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: applicationData.extend({
    submittedAt: instant.nullable(),
    /** In one line. */
    ended: z.string(),
    count: z.number(),
    endedWith: z.string(),
    endedAt: instant,
  }),
  texts: {
    subject: "{what ended} for application {application number}",
    preview: "Use this new link to open your application again.",
    heading: "{what ended}",
    opening:
      "Someone, probably you, ended access for {a browser or browsers} on your application page. {it or they} can’t open the application again without a new link, such as the one below.",
    ifNotYou:
      "Wasn’t you? Open your application with this link, go to “Who can open this application”, and choose “Send me a new link and end all others”.",
    aboutTheLink,
  },
  chips: ({ count, endedAt, ...application }) => ({
    ...applicationChips(application),
    "what ended": count === 1 ? "Access for a browser was ended" : `Access for ${count} browsers was ended`,
    "a browser or browsers": count === 1 ? "a browser" : "browsers",
    "it or they": count === 1 ? "It" : "They",
    when: nassauMoment(endedAt),
  }),
  letter: ({ name, email, applicationNumber, serviceName, submittedAt, ended, endedWith, endedAt }, links, say) => ({
    kind: "Who can open it",
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Ended", value: ended },
        { label: "Ended with", value: endedWith },
        { label: "When", value: nassauMoment(endedAt) },
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Service", value: serviceName ?? "Visa Application" },
      ]),
      button(submittedAt ? "View my application" : "Continue my application", links.resume),
      say("ifNotYou"),
      note(say("aboutTheLink")),
      ...(submittedAt ? writeOnPage(links) : []),
    ],
    reason: `You are receiving this email because it concerns who can open the application that we write to ${email} about.`,
    record: applicationNumber,
  }),
});
