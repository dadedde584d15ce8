import { z } from "zod";
import { button, facts, note } from "~/mail/letter";
import { template } from "~/mail/template";

/** Only this link makes it a request (V-ERASE-1). */
export const erasureConfirm = template({
  kind: "erasure_confirm",
  about: "rights",
  to: "person",
  links: ["erase"],
  othersCause: true,
  data: z.object({ group: z.uuid(), covers: z.array(z.string()) }),
  texts: {
    subject: "Please confirm that you want your data erased",
    preview: "Nothing happens until you confirm.",
    heading: "Confirm your erasure request",
    opening: "Someone, probably you, asked us to erase data we hold. The request covers:",
    aboutTheLink:
      "The link works for 7 days. Nothing is erased without it. Once you’ve confirmed, we’ll decide within 30 days and write to you. Until then, you can take it back.",
  },
  chips: () => ({}),
  letter: ({ covers }, links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts(covers.map((cover) => ({ label: "To be erased", value: cover }))),
      button("Confirm my request", links.erase),
      note(say("aboutTheLink")),
    ],
    reason: "You are receiving this email because someone asked us to erase the data we hold for this address.",
    record: "YOUR DATA",
  }),
});
