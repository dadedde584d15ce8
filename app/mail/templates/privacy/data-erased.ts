import { z } from "zod";
import { nassauLongDate } from "~/core/time";
import { facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

/** The last mail: afterwards its row has no personal data. */
export const dataErased = template({
  kind: "data_erased",
  about: "rights",
  to: "person",
  links: [],
  othersCause: false,
  forgets: true,
  data: z.object({ what: z.string(), erasedAt: instant }),
  texts: {
    subject: "Your data was erased",
    preview: "We’ve done what you asked.",
    heading: "Your data was erased",
    opening: "As you asked, we’ve erased the data we held, including the encryption keys to your files.",
    note: "Older backups contain it, encrypted, for up to 35 days. Once this email has been sent, we keep neither your address nor this text.",
  },
  chips: ({ what, erasedAt }) => ({ "what was erased": what, day: nassauLongDate(erasedAt) }),
  letter: ({ what, erasedAt }, _links, say) => ({
    kind: "Your data",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([
        { label: "Erased", value: what, record: true },
        { label: "On", value: nassauLongDate(erasedAt) },
      ]),
      note(say("note")),
    ],
    reason: "You are receiving this last email because you asked us to erase your data.",
    record: "YOUR DATA",
  }),
});
