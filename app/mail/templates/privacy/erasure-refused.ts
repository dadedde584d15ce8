import { z } from "zod";
import { facts, message, note } from "~/mail/letter";
import { template } from "~/mail/template";

export const erasureRefused = template({
  kind: "erasure_refused",
  about: "rights",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ what: z.string(), reason: z.string(), mustKeep: z.string().nullable() }),
  texts: {
    subject: "Your request to erase your data",
    preview: "This email says why, and what you can do.",
    heading: "We’re sorry: we can’t erase this",
    opening: "You asked us to erase data we hold. We’ve looked at it carefully, and we can’t do this now.",
    ifYouDisagree:
      "If you have questions or don’t agree, call us at {our phone} or use the form on our contact page. You have the right to complain to the Data Protection Commissioner of The Bahamas.",
  },
  chips: ({ what }) => ({ "what was asked for": what }),
  letter: ({ what, reason, mustKeep }, _links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([{ label: "Your request", value: what }]),
      message("Our reason", reason),
      mustKeep,
      note(say("ifYouDisagree")),
    ],
    reason: "You are receiving this email because you asked us to erase your data.",
    record: "YOUR DATA",
  }),
});
