import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { clients } from "~/db/schema/clients";
import { type KeyDateRow, keyDateReminders, keyDates } from "~/db/schema/key-dates";
import { readPrivateLink } from "~/mail/links/private-links.server";
import { byDay, describeKeyDate } from "../key-date";

type Found = {
  owner: { subjectType: "application" | "client"; subjectId: string };
  /** Those of the mail, and the owner's others. */
  mailed: KeyDateRow[];
  others: KeyDateRow[];
};

/** The key dates of a mail's stop link; undefined if they were removed, or the owner has another email now. */
async function findByLink(from: Queryable, rawToken: string, { locks = false } = {}): Promise<Found | undefined> {
  const link = readPrivateLink("stopReminders", rawToken);
  if (!link) return undefined;
  const ids = from
    .select({ id: keyDateReminders.keyDateId })
    .from(keyDateReminders)
    .where(eq(keyDateReminders.mailId, link.id));
  const [first] = await from.select().from(keyDates).where(inArray(keyDates.id, ids)).limit(1);
  if (!first) return undefined;
  const { applicationId, clientId } = first;
  const ofOwner = applicationId
    ? from
        .select({ email: visaApplications.userEmail })
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId))
    : from
        .select({ email: clients.email })
        .from(clients)
        .where(eq(clients.id, clientId ?? ""));
  // The owner first, as every verb and the job do.
  const [recipient] = await (locks ? ofOwner.for("update") : ofOwner);
  if (!recipient || !link.verify(recipient.email)) return undefined;
  const rows = await from
    .select({ row: keyDates, isMailed: sql<boolean>`${inArray(keyDates.id, ids)}` })
    .from(keyDates)
    .where(applicationId ? eq(keyDates.applicationId, applicationId) : eq(keyDates.clientId, clientId ?? ""));
  const those = (isMailed: boolean) =>
    rows
      .filter((row) => row.isMailed === isMailed)
      .map(({ row }) => row)
      .sort(byDay);
  return {
    owner: applicationId
      ? { subjectType: "application", subjectId: applicationId }
      : { subjectType: "client", subjectId: clientId ?? "" },
    mailed: those(true),
    others: those(false),
  };
}

export type StopPage = {
  dates: { id: string; sentence: string; isStopped: boolean }[];
  of: "application" | "client";
  /** Of the owner's other key dates. */
  others: { active: number; stopped: number };
};

/** What a stop link is about. Changes nothing, because mail scanners follow links. */
export async function readStopLink(rawToken: string): Promise<StopPage | undefined> {
  const found = await findByLink(db, rawToken);
  if (!found) return undefined;
  const { owner, mailed, others } = found;
  const today = nassauDay();
  const stopped = others.filter(({ stoppedAt }) => stoppedAt !== null).length;
  return {
    of: owner.subjectType,
    dates: mailed.map((row) => ({
      id: row.id,
      sentence: describeKeyDate(row, today),
      isStopped: row.stoppedAt !== null,
    })),
    others: { active: others.length - stopped, stopped },
  };
}

type Change = { intent: "stop" | "resume"; isAll: boolean; address: string };

/**
 * Stops or resumes the reminders of a mail's key dates, or of all that the case or client has. Idempotent. Returns
 * false if the link doesn't work.
 */
export async function changeReminders(rawToken: string, { intent, isAll, address }: Change): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findByLink(tx, rawToken, { locks: true });
    if (!found) return false;
    const { owner, mailed, others } = found;
    const ids = [...mailed, ...(isAll ? others : [])].map(({ id }) => id);
    const isStop = intent === "stop";
    const changed = await tx
      .update(keyDates)
      .set({ stoppedAt: isStop ? sql`now()` : null })
      .where(and(inArray(keyDates.id, ids), isStop ? isNull(keyDates.stoppedAt) : isNotNull(keyDates.stoppedAt)))
      .returning({ id: keyDates.id });
    if (changed.length > 0)
      await recordActivity(tx, null, {
        actionType: isStop ? "key_date_reminders_stopped" : "key_date_reminders_resumed",
        ...{ ...owner, details: { count: changed.length }, address },
      });
    return true;
  });
}
