import { z } from "zod";
import { nassauMoment, utcMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

/** Tells staff that somebody signed in from a browser or an address that they had not used before. */
export const newSignIn = template({
  kind: "new_sign_in",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ email: z.string(), at: instant, browser: z.string(), address: z.string() }),
  texts: {
    subject: "A new sign-in to your account",
    preview: "From a browser or an address that you have not used for 90 days.",
    heading: "A new sign-in to your account",
    opening:
      "Someone signed in as {email} from a browser or address that hasn’t been used for this account in the last 90 days.",
    ifYou: "If this was you, you don’t need to do anything.",
    ifNotYou: "If this wasn’t you, change your password now, which ends all other sessions, and tell a super admin.",
  },
  chips: ({ email, at, browser, address }) => ({ email, when: nassauMoment(at), browser, address }),
  letter: ({ email, at, browser, address }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([
        { label: "When", value: nassauMoment(at) },
        { label: "In UTC", value: utcMoment(at) },
        { label: "Browser and system", value: browser || "Not known" },
        { label: "Address", value: address },
      ]),
      say("ifYou"),
      button("See where you are signed in", links.desk("/admin/account")),
      note(say("ifNotYou")),
    ],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "SIGN-IN",
  }),
});
