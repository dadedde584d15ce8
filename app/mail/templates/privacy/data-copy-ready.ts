import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { instant, personName, template } from "~/mail/template";

/** Contains a link, and no file. */
export const dataCopyReady = template({
  kind: "data_copy_ready",
  about: "application",
  to: "person",
  links: ["resume"],
  othersCause: false,
  data: z.object({ name: personName, applicationNumber: z.string(), until: instant }),
  texts: {
    subject: "Your data copy for application {application number} is ready",
    preview: "It is on the page of your application for 72 hours.",
    heading: "Your copy is ready",
    opening:
      "You asked for a copy of everything we hold for your application. Open the application with this link, go to “Your data”, and download it.",
    afterThat:
      "After that we remove the copy, and you can ask for a new one. Anyone with this link can open your application, so please don’t forward this email.",
  },
  chips: ({ name, applicationNumber, until }) => ({
    name,
    "application number": applicationNumber,
    "offered until": nassauMoment(until),
  }),
  letter: ({ name, applicationNumber, until }, links, say) => ({
    kind: "Your data",
    greeting: name ? `Hello ${name},` : "Hello,",
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Application number", value: applicationNumber, record: true },
          { label: "Offered until", value: nassauMoment(until) },
        ],
      },
      { is: "button", label: "Open my application", href: links.resume },
      {
        is: "note",
        text: say("afterThat"),
      },
    ],
    reason: "You are receiving this email because someone asked for a copy of this application’s data on its page.",
    record: applicationNumber,
  }),
});
