import { z } from "zod";
import type { StoredData } from "~/db/schema/mail";
import { link, note, type Part } from "~/mail/letter";
import {
  applicantName,
  type Fixed,
  type MailTexts,
  type PrivateLink,
  personName,
  type Template,
  template,
  type WriteLetter,
} from "~/mail/template";

/** The texts of several mails with a link to an application. */
export const aboutTheLink =
  "The link works for 30 days. Anyone who has it can open your application, so please don’t forward this email.";

/** Of mails about an application that may be a draft. */
export const applicationData = z.object({
  name: personName,
  email: z.string(),
  applicationNumber: z.string(),
  serviceName: z.string().nullable(),
});

export const applicationChips = ({
  name,
  email,
  applicationNumber,
  serviceName,
}: z.output<typeof applicationData>) => ({
  name,
  email,
  "application number": applicationNumber,
  service: serviceName ?? "Visa Application",
});

export const hello = (name: string): string => (name ? `Hello ${name},` : "Hello,");

/** Of mails about a case. */
export const caseData = z.object({ name: applicantName, email: z.string(), applicationNumber: z.string() });
type CaseData = z.output<typeof caseData>;

export const caseChips = ({ name, email, applicationNumber }: CaseData) => ({
  name,
  email,
  "application number": applicationNumber,
});

export const caseReason = ({ email, applicationNumber }: CaseData): string =>
  `You are receiving this email because we write to ${email} about application ${applicationNumber}.`;

type CaseTemplate<
  Kind extends string,
  Data extends z.ZodType<StoredData & CaseData>,
  Texts extends MailTexts,
  Link extends PrivateLink,
> = Template<Kind, Data, "application", "person", "resume" | Link, Texts>;

/** A mail of a case to its applicant, with a link to its page. */
export function caseMail<
  const Kind extends string,
  Data extends z.ZodType<StoredData & CaseData>,
  const Texts extends MailTexts,
  const Link extends PrivateLink = never,
>(
  own: Pick<CaseTemplate<Kind, Data, Texts, Link>, "kind" | "data" | "texts" | "addsUp" | "calendar" | "notAfter"> & {
    /** More than the one to the case. */
    links?: readonly Link[];
    /** More than those of every mail of a case. */
    chips?: CaseTemplate<Kind, Data, Texts, Link>["chips"];
    letter: WriteLetter<Data, "resume" | Link, Texts, Pick<Fixed, "kind" | "blocks"> & Partial<Fixed>>;
  },
) {
  return template({
    ...own,
    about: "application",
    to: "person",
    links: ["resume", ...(own.links ?? [])],
    othersCause: false,
    chips: (data, sender) => ({ ...caseChips(data), ...own.chips?.(data, sender) }),
    letter: (data, links, say) => {
      const letter = own.letter(data, links, say);
      return {
        greeting: `Dear ${data.name},`,
        reason: caseReason(data),
        record: data.applicationNumber,
        ...letter,
        blocks: [...letter.blocks, ...writeOnPage(links)],
      };
    },
  });
}

/** The end of every mail of a case to its applicant: whether to reply, and where to write to us or upload. */
export const writeOnPage = ({ resume, canReply }: { resume: string; canReply?: boolean }): Part[] => [
  note(
    canReply
      ? "You can reply to this email: your reply reaches your case. Please upload passports and other documents on your application page instead of emailing them."
      : "Please don’t reply to this email: replies don’t reach your case. Write to us on your application page instead.",
  ),
  link("Your application page", resume),
];
