import { z } from "zod";
import { nassauMoment, utcMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";
import { formatCodesLeft } from "./codes-left";

/** Tells staff that a recovery code of theirs was used, and how many are left. */
export const recoveryCodeUsed = template({
  kind: "recovery_code_used",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ email: z.string(), left: z.number().int().nonnegative(), at: instant }),
  texts: {
    subject: "A recovery code was used to sign in",
    preview: "{codes left}",
    heading: "A recovery code was used to sign in",
    opening: "Someone signed in to {email} with its password and a recovery code. {codes left}",
    ifNotYou: "If it was not you, choose a new password now, make new recovery codes and tell a super admin.",
  },
  chips: ({ email, left, at }) => ({ email, "codes left": formatCodesLeft(left), when: nassauMoment(at) }),
  letter: ({ email, at }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [
      say("opening"),
      facts([
        { label: "When", value: nassauMoment(at) },
        { label: "In UTC", value: utcMoment(at) },
      ]),
      button("Open your account", links.desk("/admin/account")),
      note(say("ifNotYou")),
    ],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "RECOVERY CODE",
  }),
});
