import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { emailNotifications as t } from "~/db/schema/mail";
import { addsUp, wayInOf, waysIn } from "./templates";

/** Mails per hour that others may cause to one address (V-ATK-20). */
const maxPerHour = 6;
const hour = 3_600_000;

/** SQL: until when a pending mail must not be sent, else null. */
export const notDueUntil =
  sql<Date | null>`case when ${t.status} = 'pending' and ${t.dueAt} > clock_timestamp() then ${t.dueAt} end`.mapWith(
    t.dueAt,
  );

/** Only for mails delayed by the hourly limit, not those that wait for an undo. */
export const waitsUntil = sql<Date | null>`case when ${t.undoId} is null then ${notDueUntil} end`.mapWith(t.dueAt);

type Mail = Pick<typeof t.$inferInsert, "emailType" | "recipientEmail" | "applicationId" | "contactInquiryId">;
type Due = { alreadyWaits: string } | { waitsUntil: Date | null };

/**
 * When a mail that others cause may be sent: at once, or an hour after the sixth before it. An equal queued mail
 * replaces it, unless the kind adds up. Serializes concurrent writers to one address.
 */
export async function dueOf(tx: Transaction, mail: Mail): Promise<Due> {
  const recipient = sql`lower(${mail.recipientEmail}::text)`;
  await takeKeyedLock(tx, keyedLocks.mailsToAddress, recipient);
  // A mail of an undoable change waits only for that, and does not count.
  const toIt = sql`lower(${t.recipientEmail}) = ${recipient} and ${t.undoId} is null`;
  const same = addsUp(mail.emailType) ? undefined : await waitingLike(tx, toIt, mail);
  if (same) return { alreadyWaits: same.id };
  // Mails with a `due_at` count against the limit.
  const [sixth] = await tx
    .select({ dueAt: t.dueAt, isRecent: sql<boolean>`${t.dueAt} > clock_timestamp() - interval '1 hour'` })
    .from(t)
    .where(and(toIt, isNotNull(t.dueAt)))
    .orderBy(desc(t.dueAt))
    .offset(maxPerHour - 1)
    .limit(1);
  if (!sixth?.dueAt || !sixth.isRecent) return { waitsUntil: null };
  const last = new Date(sixth.dueAt.getTime() + hour);
  return { waitsUntil: (await isWayIn(tx, mail)) ? await earliestDue(tx, toIt, last) : last };
}

async function waitingLike(tx: Transaction, toIt: SQL, mail: Mail) {
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
  return same;
}

/**
 * Mails that give their owner access, of which only one can wait: the link of an application with a confirmed email,
 * and those about an account. They go first, so that a flood of other mails delays them by an hour at most.
 */
const wayIn = sql<boolean>`(${inArray(t.emailType, waysIn.always)} or ${inArray(t.emailType, waysIn.onceConfirmed)}
  and exists (select 1 from ${visaApplications} a where a.id = ${t.applicationId} and a.email_confirmed_at is not null))`;

async function isWayIn(tx: Transaction, { emailType, applicationId }: Mail): Promise<boolean> {
  const wayIn = wayInOf(emailType);
  if (wayIn !== "once-confirmed") return wayIn === "always";
  const [application] = await tx
    .select({ confirmedAt: visaApplications.emailConfirmedAt })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId ?? ""));
  return Boolean(application?.confirmedAt);
}

/** Swaps times with the first other queued mail, and returns its time. That mail's job, started early, waits again. */
async function earliestDue(tx: Transaction, toIt: SQL, last: Date): Promise<Date> {
  const [first] = await tx
    .select({ id: t.id, dueAt: t.dueAt })
    .from(t)
    .where(and(toIt, isNotNull(waitsUntil), sql`not ${wayIn}`))
    .orderBy(asc(t.dueAt))
    .limit(1);
  if (!first?.dueAt) return last;
  await tx.update(t).set({ dueAt: last }).where(eq(t.id, first.id));
  return first.dueAt;
}
