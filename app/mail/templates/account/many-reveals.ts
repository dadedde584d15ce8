import { z } from "zod";
import { nassauMoment } from "~/core/time";
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
    count: z.number(),
    minutes: z.number(),
    at: instant,
    what: z.enum(["answers", "files"]).default("answers"),
  }),
  words: {
    subject: "Many {what was shown} were shown to {staff email}",
    preview: "{count} within {minutes} minutes.",
    heading: "Many {what was shown} were shown",
    opening:
      "Within {minutes} minutes {staff email} had {what was shown} of applications shown {count} times. That may be a busy day, or an account in the wrong hands.",
    whatToDo:
      "Ask them. If it was not them, deactivate the account: all of its sessions end at once. This is told once, however long it goes on.",
  },
  chips: ({ staffEmail, count, minutes, at, what }) => ({
    "what was shown": whatWasShown[what],
    "staff email": staffEmail,
    count: String(count),
    minutes: String(minutes),
    when: nassauMoment(at),
  }),
  letter: ({ staffEmail, at, what }, links, say) => ({
    kind: "For super admins",
    blocks: [
      {
        is: "text",
        text: say("opening"),
      },
      {
        is: "facts",
        rows: [
          { label: "Staff", value: staffEmail },
          { label: "Noticed", value: nassauMoment(at) },
        ],
      },
      {
        is: "button",
        label: "Look at the record",
        href: links.desk(`/admin/users?${new URLSearchParams({ action: actions[what], admin: staffEmail })}`),
      },
      {
        is: "note",
        text: say("whatToDo"),
      },
    ],
    reason: "You are receiving this email because you are a super admin.",
    record: "REVEALS",
  }),
});
