import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";
import { aboutTheLink, applicationChips, applicationData, hello, writeOnPage } from "~/mail/templates/application-mail";

/** On request or at Save & Exit. */
export const resumeLinkMail = template({
  kind: "resume_link",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: true,
  wayIn: "once-confirmed",
  data: applicationData.extend({
    /** Null for a draft, which alone can be continued. */
    submittedAt: instant.nullable().default(null),
    /** Number of browsers that lost access, with all earlier links; null if none did. */
    ended: z.number().nullable().default(null),
  }),
  texts: {
    subject: "Your link to application {application number}",
    preview: "Continue where you left off, on any device.",
    heading: "Continue where you left off",
    opening: "Here is a new link to your application. Everything you saved is there, on any device.",
    previewOnceSubmitted: "Check the status of your application.",
    headingOnceSubmitted: "Check the status of your application",
    openingOnceSubmitted:
      "Here is a new link to your application: its status, our messages, and your answers as you signed them.",
    aboutTheLink,
  },
  chips: applicationChips,
  letter: ({ name, email, applicationNumber, serviceName, submittedAt, ended }, links, say) => ({
    ...(submittedAt ? { preview: say("previewOnceSubmitted"), heading: say("headingOnceSubmitted") } : {}),
    kind: "Your link",
    greeting: hello(name),
    blocks: [
      say(submittedAt ? "openingOnceSubmitted" : "opening"),
      ended !== null && endedWords(ended),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Service", value: serviceName ?? "Visa Application" },
        submittedAt && { label: "Submitted", value: nassauLongDate(submittedAt) },
      ]),
      button(submittedAt ? "View my application" : "Continue my application", links.resume),
      note(say("aboutTheLink")),
      ...(submittedAt ? writeOnPage(links) : []),
    ],
    reason:
      ended === null
        ? `You are receiving this email because someone, most likely you, asked for a link to the application that we write to ${email} about. If it wasn’t you, you don’t need to do anything: we only sent the link to you.`
        : `You are receiving this email because someone, most likely you, asked for a new link on the page of the application that we write to ${email} about. If it wasn’t you, open the application with this link, go to “Who can open this application”, and end access for all others.`,
    record: applicationNumber,
  }),
});

const endedWords = (browsers: number) =>
  browsers === 0
    ? "All earlier links have stopped working, as requested on the application page."
    : `All earlier links have stopped working, and ${browsers === 1 ? "one other browser" : `${browsers} other browsers`} can no longer open the application, as requested on its page.`;
