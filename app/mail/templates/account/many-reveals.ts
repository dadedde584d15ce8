import { z } from "zod";
import { nameAndEmail } from "~/core/email/name-and-email";
import { nassauMoment } from "~/core/time";
import { button, facts, note } from "~/mail/letter";
import { instant, template } from "~/mail/template";

const whatWasShown = { answers: "hidden answers", files: "documents" } as const;
const actions = { answers: "sensitive_answers_revealed", files: "document_opened" } as const;

/** Tells the super admins that somebody of the staff reads unusually many hidden answers or files. */
export const manyReveals = template({
  kind: "many_reveals",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({
    staffEmail: z.string(),
    staffName: z.string().optional(),
    count: z.number(),
    minutes: z.number(),
    at: instant,
    what: z.enum(["answers", "files"]).default("answers"),
  }),
  texts: {
    subject: "{staff email} has opened many {what was shown}",
    preview: "{count} within {minutes} minutes.",
    heading: "Many {what was shown} were opened",
    opening:
      "{staff email} opened {what was shown} of applications {count} times within {minutes} minutes. That may be a busy day, or the account may be in the wrong hands.",
    whatToDo:
      "Ask them. If it wasn’t them, deactivate the account, which ends all its sessions at once. You’ll only get this email once.",
  },
  chips: ({ staffEmail, staffName, count, minutes, at, what }) => ({
    "what was shown": whatWasShown[what],
    "staff email": nameAndEmail(staffName, staffEmail),
    count: String(count),
    minutes: String(minutes),
    when: nassauMoment(at),
  }),
  letter: ({ staffEmail, staffName, at, what }, links, say) => ({
    kind: "For super admins",
    blocks: [
      say("opening"),
      facts([
        { label: "Staff", value: nameAndEmail(staffName, staffEmail) },
        { label: "Noticed", value: nassauMoment(at) },
      ]),
      button(
        "Open the activity log",
        links.desk(`/admin/users?${new URLSearchParams({ action: actions[what], admin: staffEmail })}`),
      ),
      note(say("whatToDo")),
    ],
    reason: "You are receiving this email because you are a super admin.",
    record: "REVEALS",
  }),
});
