import { z } from "zod";
import { nassauMoment } from "~/ground/time";
import { instant, personName, template } from "~/mail/template";
import { writeOnPage } from "./case-foot";

/** Tells the address in force that a browser can't open the application any more, and how it comes back (V-ATK-15). */
export const browsersEnded = template({
  kind: "browsers_ended",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({
    name: personName,
    email: z.string(),
    applicationNumber: z.string(),
    serviceName: z.string().nullable(),
    submittedAt: instant.nullable(),
    /** The kinds of the ended browsers in one line, and their number. */
    ended: z.string(),
    count: z.number(),
    endedWith: z.string(),
    endedAt: instant,
  }),
  subject: ({ applicationNumber, count }) =>
    `${count === 1 ? "A browser was" : `${count} browsers were`} ended for application ${applicationNumber}`,
  letter: ({ name, email, applicationNumber, serviceName, submittedAt, ended, count, endedWith, endedAt }, links) => ({
    preview: "A fresh link opens your application again.",
    kind: "Browsers and links",
    heading: count === 1 ? "A browser was ended" : `${count} browsers were ended`,
    greeting: name ? `Hello ${name},` : "Hello,",
    blocks: [
      {
        is: "text",
        text: `Somebody, most likely you, ended ${count === 1 ? "a browser" : "browsers"} on the page of your application. ${count === 1 ? "It" : "They"} can no longer open the application until a fresh link, such as the one below, is followed there.`,
      },
      {
        is: "facts",
        rows: [
          { label: "Ended", value: ended },
          { label: "Ended with", value: endedWith },
          { label: "When", value: nassauMoment(endedAt) },
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Service", value: serviceName ?? "Visa Application" },
        ],
      },
      { is: "button", label: submittedAt ? "View my application" : "Continue my application", href: links.resume },
      {
        is: "text",
        text: "It was not you? Then open your application with this link, go to “Browsers and links” there, and choose “Send me a new link and end all others”.",
      },
      {
        is: "note",
        text: "The link works for 30 days. Whoever has it can open your application, so please do not forward this email.",
      },
      ...(submittedAt ? writeOnPage(links) : []),
    ],
    reason: `You are receiving this email because it concerns who can open the application that we write to ${email} about.`,
    record: applicationNumber,
  }),
});
