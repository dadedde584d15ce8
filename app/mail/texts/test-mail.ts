import { z } from "zod";
import type { Composed } from "~/mail/template";
import { noLinks } from "./hidden-links";

const data = z.object({
  kind: z.string(),
  /** As on the screen. */
  words: z.record(z.string(), z.string()),
});

type ComposePreview = (kind: string, texts: Readonly<Record<string, string>>) => Composed | null;

/** The texts being edited, with preview data. No link works, and the staff's log does not list it. */
export const testMail = (composePreview: ComposePreview) => ({
  kind: "mail_test" as const,
  about: "account" as const,
  to: "person" as const,
  links: [] as const,
  othersCause: false,
  wayIn: undefined,
  addsUp: undefined,
  data,
  texts: { subject: "", preview: "", heading: "" },
  compose(stored: unknown): Composed {
    const { kind, words } = data.parse(stored);
    const mail = composePreview(kind, words);
    if (!mail) throw new Error(`There is no kind of mail ${kind}`);
    return {
      ...{ to: "person", links: [], replyTo: null, repliesTo: "office", calendar: [], forgets: false, notAfter: null },
      data: { kind, words },
      subject: `[Test] ${mail.subject}`,
      subjectOf: (sender) => `[Test] ${mail.subjectOf(sender)}`,
      letter: (_links, sender) => mail.letter(noLinks, sender),
      chips: mail.chips,
    };
  },
});
export type TestMail = ReturnType<typeof testMail>;
