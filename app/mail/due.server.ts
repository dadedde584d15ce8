import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { emailNotifications as t } from "~/db/schema/mail";

/** So many mails that others cause may go to an address within an hour, whoever causes them (V-ATK-20). */
const most = 6;
const hour = 3_600_000;

/** Until when a mail waits for its hour to be over; null for one that does not. A column of a query on the outbox. */
export const waitsUntil =
  sql<Date | null>`case when ${t.status} = 'pending' and ${t.dueAt} > clock_timestamp() then ${t.dueAt} end`.mapWith(
    t.dueAt,
  );

type Mail = Pick<typeof t.$inferInsert, "emailType" | "recipientEmail" | "applicationId" | "contactInquiryId">;
type Due = { alreadyWaits: string } | { waitsUntil: Date | null };

/**
 * When a mail that others cause may go: at once, or when the sixth before it is an hour old. What waits already and
 * says the same is not to be written a second time. Whoever writes to one address waits here for the others.
 */
export async function dueOf(tx: Transaction, mail: Mail): Promise<Due> {
  const address = sql`lower(${mail.recipientEmail}::text)`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 4275006))`);
  const toIt = sql`lower(${t.recipientEmail}) = ${address}`;
  const [same] = await tx
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        toIt,
        eq(t.emailType, mail.emailType),
        isNotNull(waitsUntil),
        mail.applicationId ? eq(t.applicationId, mail.applicationId) : isNull(t.applicationId),
        mail.contactInquiryId ? eq(t.contactInquiryId, mail.contactInquiryId) : isNull(t.contactInquiryId),
      ),
    )
    .limit(1);
  if (same) return { alreadyWaits: same.id };
  // Those that are counted are the ones that were given a time.
  const [sixth] = await tx
    .select({ dueAt: t.dueAt, isRecent: sql<boolean>`${t.dueAt} > clock_timestamp() - interval '1 hour'` })
    .from(t)
    .where(and(toIt, isNotNull(t.dueAt)))
    .orderBy(desc(t.dueAt))
    .offset(most - 1)
    .limit(1);
  return { waitsUntil: sixth?.dueAt && sixth.isRecent ? new Date(sixth.dueAt.getTime() + hour) : null };
}
