import { z } from "zod";
import { nassauMoment } from "~/core/time";
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
  words: {
    subject: "Wrong passwords were tried for your account",
    preview: "Signing in is slow now, but not in a browser that you have used before.",
    heading: "Somebody tries passwords for your account",
    opening:
      "Twenty wrong passwords were given for {email} on the staff sign-in page; the last one on {when}. None of them was let in.",
    whatHappensNow:
      "For a while, one try in up to 15 minutes is allowed there. A browser that you have signed in with before lets you in at once, as always.",
    withAnotherBrowser:
      "If you need to sign in with another browser and can’t, choose a new password in that browser: it then lets you in at once, too.",
    ifNotYou:
      "If it was you, wait a little and try again. If it was not, and your password is used anywhere else, choose a new one.",
  },
  chips: ({ email, at }) => ({ email, when: nassauMoment(at) }),
  letter: ({ email }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "text",
        text: say("whatHappensNow"),
      },
      {
        is: "text",
        text: say("withAnotherBrowser"),
      },
      { is: "button", label: "Choose a new password", href: links.desk("/admin/forgot-password") },
      {
        is: "note",
        text: say("ifNotYou"),
      },
    ],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "SIGN-IN",
  }),
});
