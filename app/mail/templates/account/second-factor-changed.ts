import { z } from "zod";
import { nassauMoment, utcMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

const changes = {
  "app added": ["An authenticator app was added", "You’ll now enter a code from it after your password."],
  "app replaced": ["The authenticator app was replaced", "Codes from the previous app no longer work."],
  "app removed": ["The authenticator app was removed", "Its codes no longer work."],
  "passkey added": ["A passkey was added", "You can sign in with it alone, without an email, password or code."],
  "passkey removed": ["A passkey was removed", "It can no longer be used to sign in."],
  "codes made": ["New recovery codes were made", "The old ones no longer work."],
  reset: [
    "Your second factor was reset",
    "Your authenticator app, passkeys and recovery codes no longer work, and you’ve been signed out everywhere.",
  ],
} as const;
export type FactorChange = keyof typeof changes;
const change = z.custom<FactorChange>((value) => typeof value === "string" && Object.hasOwn(changes, value));

/** Tells staff of each change of their second factor. */
export const secondFactorChanged = template({
  kind: "second_factor_changed",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ email: z.string(), change, at: instant }),
  texts: {
    subject: "{what was changed}",
    preview: "{what it means}",
    heading: "{what was changed}",
    opening: "{what it means}",
    ifNotYou:
      "If this wasn’t you and no super admin told you about it, change your password now and tell a super admin.",
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
      say("opening"),
      facts([
        { label: "Account", value: email },
        { label: "When", value: nassauMoment(at) },
        { label: "In UTC", value: utcMoment(at) },
      ]),
      button("Open your account", links.desk("/admin/account")),
      note(say("ifNotYou")),
    ],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "SECOND FACTOR",
  }),
});
