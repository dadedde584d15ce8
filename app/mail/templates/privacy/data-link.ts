import { z } from "zod";
import { button, note } from "~/mail/letter";
import { template } from "~/mail/template";

export const dataLinkMail = template({
  kind: "data_link",
  about: "rights",
  to: "person",
  links: ["ownData"],
  othersCause: true,
  data: z.object({ link: z.uuid() }),
  texts: {
    subject: "Your link to the data we hold about you",
    preview: "For a copy of your data, or to have it erased.",
    heading: "Your data",
    opening:
      "Someone, probably you, asked what data we hold for this email address. Use this link to see it, get a copy or have it erased.",
    aboutTheLink:
      "The link works for 24 hours. Anyone who has it can see your data, so please don’t forward this email. If it wasn’t you, you don’t need to do anything.",
  },
  chips: () => ({}),
  letter: (_, links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [say("opening"), button("Open my data", links.ownData), note(say("aboutTheLink"))],
    reason: "You are receiving this email because this address was entered on our page about your data.",
    record: "YOUR DATA",
  }),
});
