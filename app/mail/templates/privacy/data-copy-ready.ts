import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, personName, template } from "~/mail/template";
import { hello } from "~/mail/templates/application-mail";

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
    greeting: hello(name),
    blocks: [
      say("opening"),
      facts([
        { label: "Application number", value: applicationNumber, record: true },
        { label: "Offered until", value: nassauMoment(until) },
      ]),
      button("Open my application", links.resume),
      note(say("afterThat")),
    ],
    reason: "You are receiving this email because someone asked for a copy of this application’s data on its page.",
    record: applicationNumber,
  }),
});
