import { z } from "zod";
import { template } from "~/mail/template";

export const erasureRefused = template({
  kind: "erasure_refused",
  about: "rights",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ what: z.string(), reason: z.string(), mustKeep: z.string().nullable() }),
  words: {
    subject: "Your request to erase your data",
    preview: "We can’t erase it. Here is why.",
    heading: "We have not erased it",
    opening:
      "You asked us to erase the data we hold. We’ve looked at your request, and we’re sorry that we can’t do this.",
    ifYouDisagree:
      "If you don’t agree, use the form on our contact page. You can also complain to the Data Protection Commissioner of The Bahamas.",
  },
  chips: ({ what }) => ({ "what was asked for": what }),
  letter: ({ what, reason, mustKeep }, _links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      { is: "text", text: say("opening") },
      { is: "facts", rows: [{ label: "It was about", value: what }] },
      { is: "message", title: "Our reason", text: reason },
      ...(mustKeep ? [{ is: "text" as const, text: mustKeep }] : []),
      {
        is: "note",
        text: say("ifYouDisagree"),
      },
    ],
    reason: "You are receiving this email because you asked us to erase your data.",
    record: "YOUR DATA",
  }),
});
