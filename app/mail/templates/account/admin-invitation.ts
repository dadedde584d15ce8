import { z } from "zod";
import { adminRoles } from "~/db/schema/values";
import { button, note } from "~/mail/letter";
import { template } from "~/mail/template";

/** To somebody who is to become an admin; its link works once, for 72 hours. */
export const adminInvitation = template({
  kind: "admin_invitation",
  about: "account",
  to: "person",
  links: ["invite"],
  othersCause: false,
  wayIn: "always",
  /** `by`: the name of the admin who invites. */
  data: z.object({
    invitation: z.string(),
    /** Tells the mail of an invitation that was sent again since from the newest one. */
    sentAt: z.string().optional(),
    email: z.string(),
    role: z.enum(adminRoles),
    by: z.string(),
    byEmail: z.string(),
  }),
  texts: {
    subject: "{inviter} invites you to the staff desk",
    preview: "The link works once, for 72 hours.",
    heading: "Join the staff desk",
    opening: "{inviter} invites you to work at our staff desk as a {role}.",
    steps: "Choose your name and a password, then set up a second factor: an authenticator app or a passkey.",
    aboutTheLink:
      "The link works once, for 72 hours. If you don’t know {inviter} ({inviter email}), you don’t need to do anything: without the link there is no account.",
  },
  chips: ({ by, byEmail, role, email }) => ({
    inviter: by,
    "inviter email": byEmail,
    role: role.replace("_", " "),
    email,
  }),
  replyTo: ({ by, byEmail }) => ({ name: by, address: byEmail }),
  letter: ({ email }, links, say) => ({
    kind: "Your account",
    greeting: "Hello,",
    blocks: [say("opening"), say("steps"), button("Accept the invitation", links.invite), note(say("aboutTheLink"))],
    reason: `You are receiving this email because a super admin invited ${email} to our staff desk.`,
    record: "INVITATION",
  }),
});
