import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { button, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

/** Tells staff that somebody tries passwords for their account, which is slow to sign in to for a while. */
export const signInSlowed = template({
  kind: "sign_in_slowed",
  about: "account",
  to: "person",
  links: [],
  othersCause: true,
  wayIn: "always",
  data: z.object({ email: z.string(), at: instant }),
  texts: {
    subject: "Wrong passwords were tried for your account",
    preview: "Sign-in is slowed down, except in browsers you’ve used before.",
    heading: "Someone is trying passwords on your account",
    opening:
      "Someone entered twenty wrong passwords for {email} on the staff sign-in page, most recently on {when}. None of them worked.",
    whatHappensNow:
      "For a while, you may have to wait up to 15 minutes between attempts there. In a browser you’ve used before, you can sign in as usual.",
    withAnotherBrowser:
      "If you need to sign in with another browser and can’t, reset your password in that browser. You can then sign in right away.",
    ifNotYou:
      "If this was you, wait a little and try again. If it wasn’t and you use this password anywhere else, change it.",
  },
  chips: ({ email, at }) => ({ email, when: nassauMoment(at) }),
  letter: ({ email }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      say("whatHappensNow"),
      say("withAnotherBrowser"),
      button("Choose a new password", links.desk("/admin/forgot-password")),
      note(say("ifNotYou")),
    ],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "SIGN-IN",
  }),
});
