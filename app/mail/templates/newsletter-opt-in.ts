import { z } from "zod";
import { button, link, note } from "~/mail/letter";
import { template } from "~/mail/template";

/** Double opt-in: without a confirmation there is no subscription. */
export const newsletterOptIn = template({
  kind: "newsletter_opt_in",
  about: "subscription",
  to: "person",
  links: ["confirm", "unsubscribe"],
  othersCause: true,
  data: z.object({ email: z.string() }),
  texts: {
    subject: "Please confirm your subscription",
    preview: "One click, and our advice on visas and permits comes to you.",
    heading: "Confirm your subscription",
    opening:
      "Someone, we hope it was you, asked us to send our newsletter to {email}: practical advice on visas, interviews, permits and paperwork, whenever there’s something worth knowing.",
    aboutTheLink:
      "The link works for one week. If it wasn’t you, you don’t need to do anything: we won’t send anything unless you confirm.",
  },
  chips: ({ email }) => ({ email }),
  letter: ({ email }, links, say) => ({
    kind: "Newsletter",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      button("Confirm my subscription", links.confirm),
      note(say("aboutTheLink")),
      link("Unsubscribe at any time", links.unsubscribe),
    ],
    reason: `You are receiving this email because ${email} was entered in the newsletter form of our blog.`,
    record: "NEWSLETTER",
  }),
});
