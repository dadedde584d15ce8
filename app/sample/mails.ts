import { z } from "zod";
import type { emailNotifications } from "~/db/schema/mail";
import type { MailKind } from "~/db/schema/values";
import { compose, type MailData, type WritableKind } from "~/mail/templates";
import type { Clock } from "./clock";
import { mailFailures } from "./messages";
import type { Random } from "./random";

export type MailRow = typeof emailNotifications.$inferInsert;

/** Where sample mails to staff go: never to the installation's own address. */
export const desk = "desk@lucaya.example";

/** What a kind's template asks for; anything for a kind without one. */
type DataOf<Kind extends MailKind> = Kind extends WritableKind
  ? MailData<Kind>
  : Record<string, string | number | null>;

export type Sent<Kind extends MailKind> = {
  kind: Kind;
  to: string;
  toName: string;
  data: DataOf<Kind>;
  /** The subject of a kind that has no template. */
  subject?: string;
  about: { applicationId: string } | { contactInquiryId: string };
  at: Date;
};

const storedData = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A mail as the log shows it some time after it was written. */
export function mailRow<Kind extends MailKind>(random: Random, clock: Clock, mail: Sent<Kind>): MailRow {
  const { kind, to, toName, data, subject, about, at } = mail;
  const words = compose(kind, data);
  const status = random.weighted([
    ["delivered", 64],
    ["sent", 32],
    // Mail servers try for hours before they give up.
    ["failed", clock.now.getTime() - at.getTime() > 20 * 3_600_000 && to !== desk ? 4 : 0],
  ] as const);
  const failed = status === "failed";
  return {
    emailType: kind,
    templateName: kind,
    templateData: words?.data ?? storedData.parse(data),
    recipientEmail: to,
    recipientName: toName,
    subject: words?.subject ?? subject ?? kind,
    status,
    attempts: failed ? 15 : random.chance(0.04) ? 2 : 1,
    errorMessage: failed ? random.pick(mailFailures).replace("{to}", to) : null,
    messageId: `<${random.uuid()}@lucaya.example>`,
    ...about,
    isSample: true,
    sentAt: failed ? null : new Date(at.getTime() + random.int(1, 9) * 1000),
    createdAt: at,
  };
}
