import { z } from "zod";
import type { StoredData } from "~/db/schema/mail";
import { applicantName, type Fixed, type MailTexts, type Template, template, type WriteLetter } from "~/mail/template";

export const toStaff = {
  kind: "For the team",
  reason: "You are receiving this email because this address is set to receive notices to staff.",
};

/** Of notices about a case. */
export const noticeData = z.object({ applicantName, applicationNumber: z.string(), applicationId: z.string() });
type NoticeData = z.output<typeof noticeData>;

type NoticeTemplate<
  Kind extends string,
  Data extends z.ZodType<StoredData & NoticeData>,
  Texts extends MailTexts,
> = Template<Kind, Data, "application", "office", never, Texts>;

/** A notice about a case to the office. Its link requires a sign-in. */
export function caseNotice<
  const Kind extends string,
  Data extends z.ZodType<StoredData & NoticeData>,
  const Texts extends MailTexts,
>(
  own: Pick<NoticeTemplate<Kind, Data, Texts>, "kind" | "data" | "texts"> & {
    /** More than those of every notice. */
    chips?: NoticeTemplate<Kind, Data, Texts>["chips"];
    letter: WriteLetter<Data, never, Texts, Pick<Fixed, "blocks">>;
  },
) {
  return template({
    ...own,
    about: "application",
    to: "office",
    links: [],
    othersCause: false,
    chips: (data, sender) => ({
      applicant: data.applicantName,
      "application number": data.applicationNumber,
      ...own.chips?.(data, sender),
    }),
    letter: (data, links, say) => ({ ...toStaff, record: data.applicationNumber, ...own.letter(data, links, say) }),
  });
}
