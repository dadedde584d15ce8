import { z } from "zod";
import type { Composed } from "~/mail/template";
import { noLinks } from "./hidden-links";

const data = z.object({
  /** The kind whose words are tried out. */
  kind: z.string(),
  /** All of its words, as they stood on the screen. */
  words: z.record(z.string(), z.string()),
});

type Invented = (kind: string, words: Readonly<Record<string, string>>) => Composed | null;

/**
 * The words of a kind of mail as they are being edited, with invented facts, for the admin who edits them (O-MAIL-5).
 * It holds no link that opens anything, and the staff's log does not list it.
 */
export const testMail = (invented: Invented) => ({
  kind: "mail_test" as const,
  about: "account" as const,
  to: "person" as const,
  links: [] as const,
  othersCause: false,
  wayIn: undefined,
  addsUp: undefined,
  data,
  words: { subject: "", preview: "", heading: "" },
  compose(stored: unknown): Composed {
    const { kind, words } = data.parse(stored);
    const mail = invented(kind, words);
    if (!mail) throw new Error(`There is no kind of mail ${kind}`);
    return {
      ...{ to: "person", links: [], replyTo: null, calendar: [], forgets: false, notAfter: null },
      data: { kind, words },
      subject: `[Test] ${mail.subject}`,
      subjectOf: (sender) => `[Test] ${mail.subjectOf(sender)}`,
      letter: (_links, sender) => mail.letter(noLinks, sender),
      chips: mail.chips,
    };
  },
});
export type TestMail = ReturnType<typeof testMail>;
