import { z } from "zod";
import { template } from "~/mail/template";

/** Only this link makes it a request (V-ERASE-1). */
export const erasureConfirm = template({
  kind: "erasure_confirm",
  about: "rights",
  to: "person",
  links: ["erase"],
  othersCause: true,
  data: z.object({ group: z.uuid(), covers: z.array(z.string()) }),
  words: {
    subject: "Please confirm: shall we erase your data?",
    preview: "Nothing happens before you confirm it.",
    heading: "Shall we erase it?",
    opening: "Somebody, most likely you, asked us to erase what we hold. It covers:",
    aboutTheLink:
      "The link works for 7 days. Without it nothing is erased. Once you confirmed, we decide within 30 days and write to you; until then you can take it back.",
  },
  chips: () => ({}),
  letter: ({ covers }, links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      { is: "text", text: say("opening") },
      { is: "facts", rows: covers.map((one) => ({ label: "To be erased", value: one })) },
      { is: "button", label: "Confirm my request", href: links.erase },
      {
        is: "note",
        text: say("aboutTheLink"),
      },
    ],
    reason: "You are receiving this email because the erasure of data that we hold with this address was asked for.",
    record: "YOUR DATA",
  }),
});
