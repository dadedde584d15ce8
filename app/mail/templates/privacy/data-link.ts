import { z } from "zod";
import { template } from "~/mail/template";

export const dataLinkMail = template({
  kind: "data_link",
  about: "rights",
  to: "person",
  links: ["ownData"],
  othersCause: true,
  data: z.object({ link: z.uuid() }),
  words: {
    subject: "Your link to what we hold about you",
    preview: "For a copy of your data, or to have it erased.",
    heading: "What we hold about you",
    opening:
      "Somebody, most likely you, asked what we hold for this email address. This link opens it: for a copy, or to have it erased.",
    aboutTheLink:
      "The link works for 24 hours. Whoever has it can open your data, so please do not forward this email. If it was not you, there is nothing to do.",
  },
  chips: () => ({}),
  letter: (_, links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      { is: "button", label: "Open my data", href: links.ownData },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
    ],
    reason: "You are receiving this email because this address was entered on our page about your data.",
    record: "YOUR DATA",
  }),
});
