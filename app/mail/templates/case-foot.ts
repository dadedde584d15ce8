import type { Block } from "~/mail/letter";

/** The end of every mail of a case to its applicant: where to write to us instead of replying. */
export const writeOnPage = ({ resume }: { resume: string }): Block[] => [
  {
    is: "note",
    text: "Please don’t reply to this email: replies don’t reach your case. Write to us on your application page instead.",
  },
  { is: "link", label: "Your application page", href: resume },
];
