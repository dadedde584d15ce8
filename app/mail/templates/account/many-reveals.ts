import { z } from "zod";
import { nassauMoment } from "~/ground/time";
import { instant, template } from "~/mail/template";

/** Tells the super admins that somebody of the staff reveals unusually many hidden answers (V-ATK-28). */
export const manyReveals = template({
  kind: "many_reveals",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: z.object({ staffEmail: z.string(), count: z.number(), minutes: z.number(), at: instant }),
  subject: ({ staffEmail }) => `Many hidden answers were shown to ${staffEmail}`,
  letter: ({ staffEmail, count, minutes, at }, links) => ({
    preview: `${count} within ${minutes} minutes.`,
    kind: "For super admins",
    heading: "Many hidden answers were shown",
    blocks: [
      {
        is: "text",
        text: `Within ${minutes} minutes ${staffEmail} had hidden answers of applications shown ${count} times. That may be a busy day, or an account in the wrong hands.`,
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
        href: links.desk(
          `/admin/users?${new URLSearchParams({ action: "sensitive_answers_revealed", admin: staffEmail })}`,
        ),
      },
      {
        is: "note",
        text: "Ask them. If it was not them, deactivate the account: all of its sessions end at once. This is told once, however long it goes on.",
      },
    ],
    reason: "You are receiving this email because you are a super admin.",
    record: "REVEALS",
  }),
});
