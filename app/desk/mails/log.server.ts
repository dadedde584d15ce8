import { and, count, eq, like, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { byCreatedAt, cursorOf, cursorParams, type PageQuery, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { foldedText, searched } from "~/db/found-by.server";
import { visaApplications } from "~/db/schema/applications";
import { emailNotifications as t } from "~/db/schema/mail";
import { mailStatuses } from "~/db/schema/values";
import { shortened } from "~/db/shortened.server";
import { waitsUntil } from "~/mail/due.server";
import { renewData } from "~/mail/mail-renewals.server";
import { mayResend } from "~/mail/outbox.server";
import { renderPreview } from "~/mail/preview.server";
import { accountKinds, mailKinds } from "~/mail/templates";

const pageSize = 100;

/** Mails about staff accounts are not listed, because not all staff may read them (D17). */
export const listed = notInArray(t.emailType, accountKinds);

const filters = z.object({
  q: z.string().trim().catch(""),
  status: z.enum(["all", ...mailStatuses]).catch("all"),
  type: z.union([z.literal("all"), z.enum(mailKinds)]).catch("all"),
  ...cursorParams,
});
export type MailFilters = z.output<typeof filters>;

export function readMailFilters(search: URLSearchParams): MailFilters {
  return filters.parse(Object.fromEntries(search));
}

/** Search text of a mail: must match the index `email_notifications_found_by` literally. */
export const mailText = foldedText(sql`${t.recipientName} || ' ' || ${t.recipientEmail} || ' ' || ${t.subject}`);

/** A page of the log of all mails, newest first, with the cursors of its neighbours. */
export async function listMails({ q, status, type, ...place }: MailFilters) {
  const matching = and(
    listed,
    status === "all" ? undefined : eq(t.status, status),
    type === "all" ? undefined : eq(t.emailType, type),
    searched(mailText, q),
  );
  const read = ({ beyond, orderBy, limit }: PageQuery) =>
    db
      .select({
        id: t.id,
        name: shortened(t.recipientName),
        email: shortened(t.recipientEmail),
        subject: shortened(t.subject, 120),
        kind: t.emailType,
        status: t.status,
        waitsUntil,
        createdAt: t.createdAt,
        isSample: t.isSample,
      })
      .from(t)
      .where(and(matching, beyond))
      .orderBy(...orderBy)
      .limit(limit);
  const { rows, next, previous } = await readPage(byCreatedAt("email_notifications"), cursorOf(place), pageSize, read);
  return { rows, older: next, newer: previous };
}

/** Exact counts of all mails; delivered ones also count as sent. */
export async function countMails() {
  const counts = await countsOf("emails");
  const of = (status: string) => counts.get(status) ?? 0;
  return {
    total: totalOf(counts),
    sent: of("sent") + of("delivered"),
    delivered: of("delivered"),
    pending: of("pending"),
    failed: of("failed"),
  };
}

/** Mails blocked until a setting is corrected: their number, and the last error. */
export async function readBlockedMails(): Promise<{ waiting: number; words: string } | null> {
  const [outage] = await db
    .select({
      waiting: count(),
      words: sql<string | null>`(array_agg(${t.errorMessage} order by ${t.createdAt} desc))[1]`,
    })
    .from(t)
    .where(and(eq(t.status, "pending"), like(t.errorMessage, "Fix %")));
  return outage?.words ? { waiting: outage.waiting, words: outage.words } : null;
}

export type MailDetail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

/** A mail as it was sent, with private links masked; null if there is none. */
export async function readMail(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select({ mail: t, waitsUntil, applicationNumber: visaApplications.applicationNumber })
    .from(t)
    .leftJoin(visaApplications, eq(visaApplications.id, t.applicationId))
    .where(and(eq(t.id, id), listed));
  if (!row) return null;
  const { templateData: _, ...mail } = row.mail;
  const resendable = mayResend(row.mail, row.waitsUntil);
  const renewed = resendable ? await renewData(db, row.mail) : null;
  return {
    ...mail,
    applicationNumber: row.applicationNumber,
    waitsUntil: row.waitsUntil,
    resendable,
    /** Why it would not be true any longer. */
    outdated: renewed && "outdated" in renewed ? renewed.outdated : null,
    preview: row.mail.textRemovedAt ? null : await renderPreview(row.mail),
  };
}
