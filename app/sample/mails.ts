import type { emailNotifications } from "~/db/schema/mail";
import { compose, type MailData, type MailKind } from "~/mail/templates";
import type { Clock } from "./clock";
import { mailFailures } from "./people/messages";
import type { Random } from "./random";

export type MailRow = typeof emailNotifications.$inferInsert;

/** The recipient of sample mails to staff: never the installation's own. */
export const desk = "desk@lucaya.example";

export type Sent<Kind extends MailKind> = {
  kind: Kind;
  to: string;
  toName: string;
  data: MailData<Kind>;
  about: { applicationId: string } | { contactInquiryId: string };
  at: Date;
};

/** A mail as the log shows it some time later. */
export function mailRow<Kind extends MailKind>(random: Random, clock: Clock, mail: Sent<Kind>): MailRow {
  const { kind, to, toName, about, at } = mail;
  const { data, subject } = compose(kind, mail.data);
  const status = random.weighted([
    ["delivered", 64],
    ["sent", 32],
    // Mail servers retry for hours before they give up.
    ["failed", clock.now.getTime() - at.getTime() > 20 * 3_600_000 && to !== desk ? 4 : 0],
  ] as const);
  const failed = status === "failed";
  return {
    emailType: kind,
    templateName: kind,
    templateData: data,
    recipientEmail: to,
    recipientName: toName,
    subject,
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
