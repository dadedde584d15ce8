import type { Block } from "~/mail/letter";

/** The end of every mail of a case to its applicant: whether to reply, and where to write to us or upload. */
export const writeOnPage = ({ resume, canReply }: { resume: string; canReply?: boolean }): Block[] => [
  {
    is: "note",
    text: canReply
      ? "You can reply to this email: your reply reaches your case. Please upload passports and other documents on your application page instead of emailing them."
      : "Please don’t reply to this email: replies don’t reach your case. Write to us on your application page instead.",
  },
  { is: "link", label: "Your application page", href: resume },
];
