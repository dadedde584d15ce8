import { z } from "zod";
import { button, note } from "~/mail/letter";
import { template } from "~/mail/template";

/** For staff who forgot their password; its link works once, for an hour. */
export const passwordReset = template({
  kind: "password_reset",
  about: "account",
  to: "person",
  links: ["reset"],
  othersCause: true,
  wayIn: "always",
  data: z.object({ email: z.string() }),
  texts: {
    subject: "Choose a new password",
    preview: "The link works once, for an hour.",
    heading: "Choose a new password",
    opening: "A password reset was requested for {email}, on the staff sign-in page or by a super admin.",
    aboutTheLink:
      "The link works once, for one hour. If this wasn’t you, you don’t need to do anything: your password hasn’t changed.",
  },
  chips: ({ email }) => ({ email }),
  letter: ({ email }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [say("opening"), button("Choose a new password", links.reset), note(say("aboutTheLink"))],
    reason: `You are receiving this email because ${email} has a staff account with us.`,
    record: "PASSWORD",
  }),
});
