import { and, asc, count, desc, eq, like, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { countsOf, totalOf } from "~/db/counts.server";
import { holds } from "~/db/found-by.server";
import { visaApplications } from "~/db/schema/applications";
import { emailNotifications as t } from "~/db/schema/mail";
import { type MailKind, mailKinds, mailStatuses } from "~/db/schema/values";
import { shortened } from "~/db/shortened.server";
import { waitsUntil } from "./due.server";
import { renderPreview } from "./preview.server";
import { mayResend } from "./resend.server";

const pageSize = 100;

/** Mails about the account of one of the staff are not for all of them to read (decision 17). */
const accountKinds: readonly MailKind[] = ["password_reset", "sign_in_slowed", "many_reveals"];
export const listedKinds = mailKinds.filter((kind) => !accountKinds.includes(kind));
const listed = notInArray(t.emailType, [...accountKinds]);

const uuid = z.uuid().optional().catch(undefined);
const filters = z.object({
  q: z.string().trim().max(200).catch(""),
  status: z.enum(["all", ...mailStatuses]).catch("all"),
  type: z.union([z.literal("all"), z.enum(mailKinds)]).catch("all"),
  before: uuid,
  after: uuid,
});
export type MailFilters = z.output<typeof filters>;

export function readMailFilters(search: URLSearchParams): MailFilters {
  return filters.parse(Object.fromEntries(search));
}

/** As the index `email_notifications_search` has it, word for word. */
const haystack = sql`(lower(${t.recipientName} || ' ' || ${t.recipientEmail} || ' ' || ${t.subject}))`;

/** One page of the log, newest first, over all mails (A-MAILLOG-1 to -5), and where its neighbours begin. */
export async function listMails({ q, status, type, before, after }: MailFilters) {
  const cursor = before ?? after;
  const backwards = before === undefined && after !== undefined;
  const place = sql`((select c.created_at from email_notifications c where c.id = ${cursor}), ${cursor}::uuid)`;
  const words = q.replace(/\s+/g, " ").toLowerCase();
  const conditions: (SQL | undefined)[] = [
    listed,
    status === "all" ? undefined : eq(t.status, status),
    type === "all" ? undefined : eq(t.emailType, type),
    words === "" ? undefined : holds(haystack, words),
    cursor === undefined
      ? undefined
      : backwards
        ? sql`(${t.createdAt}, ${t.id}) > ${place}`
        : sql`(${t.createdAt}, ${t.id}) < ${place}`,
  ];
  const found = await db
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
    .where(and(...conditions))
    .orderBy(...(backwards ? [asc(t.createdAt), asc(t.id)] : [desc(t.createdAt), desc(t.id)]))
    .limit(pageSize + 1);
  const more = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  if (backwards) rows.reverse();
  const older = backwards || more ? rows.at(-1)?.id : undefined;
  const newer = (backwards && more) || before !== undefined ? rows.at(0)?.id : undefined;
  return { rows, older: older ?? null, newer: newer ?? null };
}

/** Exact over all mails (A-MAILLOG-6); what is delivered was sent (A-MAILLOG-7). */
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

/** What keeps mails from going out until a setting is mended: how many wait for it, and the last try's error. */
export async function readMailTrouble(): Promise<{ waiting: number; words: string } | null> {
  const [found] = await db
    .select({
      waiting: count(),
      words: sql<string | null>`(array_agg(${t.errorMessage} order by ${t.createdAt} desc))[1]`,
    })
    .from(t)
    .where(and(eq(t.status, "pending"), like(t.errorMessage, "Mend %")));
  return found?.words ? { waiting: found.waiting, words: found.words } : null;
}

export type MailDetail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

/** A mail with its words as they were sent, private links marked (A-MAILLOG-9, A-MAILLOG-13). Null: there is none. */
export async function readMail(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select({ mail: t, waitsUntil, applicationNumber: visaApplications.applicationNumber })
    .from(t)
    .leftJoin(visaApplications, eq(visaApplications.id, t.applicationId))
    .where(and(eq(t.id, id), listed));
  if (!row) return null;
  const { templateData: _, ...mail } = row.mail;
  return {
    ...mail,
    applicationNumber: row.applicationNumber,
    waitsUntil: row.waitsUntil,
    resendable: mayResend(row.mail, row.waitsUntil),
    preview: await renderPreview(row.mail),
  };
}
