import { z } from "zod";
import { nassauMoment, utcMoment } from "~/core/time";
import { instant, template } from "~/mail/template";

const changes = {
  "app added": ["An authenticator app was added", "Signing in now asks for a code of it after the password."],
  "app replaced": ["The authenticator app was replaced", "Codes of the app before do not count any more."],
  "app removed": ["The authenticator app was removed", "Its codes do not count any more."],
  "passkey added": ["A passkey was added", "It signs in by itself, without email, password and code."],
  "passkey removed": ["A passkey was removed", "It signs nobody in any more."],
  "codes made": ["New recovery codes were made", "The old ones do not work any more."],
  reset: [
    "Your second factor was reset",
    "Authenticator app, passkeys and recovery codes do not count any more, and you are signed out everywhere.",
  ],
} as const;
export type FactorChange = keyof typeof changes;
const change = z.custom<FactorChange>((given) => typeof given === "string" && Object.hasOwn(changes, given));

/** Tells staff of each change of their second factor. */
export const secondFactorChanged = template({
  kind: "second_factor_changed",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ email: z.string(), change, at: instant }),
  words: {
    subject: "{what was changed}",
    preview: "{what it means}",
    heading: "{what was changed}",
    opening: "{what it means}",
    ifNotYou: "If it was not you, and no super admin told you of it, choose a new password now and tell a super admin.",
  },
  chips: ({ email, change, at }) => ({
    email,
    "what was changed": changes[change][0],
    "what it means": changes[change][1],
    when: nassauMoment(at),
  }),
  letter: ({ email, at }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [
      { is: "text", text: say("opening") },
      {
        is: "facts",
        rows: [
          { label: "Account", value: email },
          { label: "When", value: nassauMoment(at) },
          { label: "In UTC", value: utcMoment(at) },
        ],
      },
      { is: "button", label: "Look at your account", href: links.desk("/admin/account") },
      {
        is: "note",
        text: say("ifNotYou"),
      },
    ],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "SECOND FACTOR",
  }),
});
