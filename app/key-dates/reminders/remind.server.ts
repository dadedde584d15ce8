import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { calendarLongDate, nassauClock, nassauDay } from "~/core/time";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { clients } from "~/db/schema/clients";
import { type KeyDateRow, keyDateReminders, keyDates } from "~/db/schema/key-dates";
import type { StoredData } from "~/db/schema/mail";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { registerCurrentData } from "~/mail/current-data.server";
import { enqueueMail } from "~/mail/outbox.server";
import { type RemindedDate, type RemindedDates, remindedDates } from "~/mail/templates/case/key-date-reminder";
import { byDay, describeDistance, describeKeyDate, keyDateLabel } from "../key-date";
import { mailedOf } from "../mailed";
import { type DueReminder, dueReminder } from "./due-reminder";
import { isRemindable } from "./remindable.server";
import { loadReminderDays, type ReminderDays } from "./reminder-days.server";

const remind = defineJob({
  name: "key-dates.remind",
  data: z.object({}),
  retry: { retries: 3, firstWait: 30, maxWait: 300 },
  timeout: 300,
  // Until the evening, so that a later run sends what an outage at 9:00 left out.
  schedule: "*/10 9-23 * * *",
});

export function registerKeyDateReminders(): void {
  registerJob(remind, () => sendKeyDateReminders(new Date()));
  registerCurrentData("key_date_reminder", readCurrent);
  registerCurrentData("client_reminder", readCurrentOfClient);
}

/** From 9:00 in Nassau: sends one mail for each case and client, and each reminder once however many workers run. */
export async function sendKeyDateReminders(now: Date): Promise<void> {
  if (nassauClock(now) < "09:00") return;
  const setting = await loadReminderDays(db);
  let failed = 0;
  for (const owner of await ownersToRemind(now, setting))
    await db
      .transaction((tx) => remindOwner(tx, owner, now, setting))
      .catch((err) => {
        log.error({ err, ...owner }, "a reminder of key dates could not be enqueued");
        failed++;
      });
  // The job is retried and reminds nobody twice. The queue stores this message, so it names nobody.
  if (failed > 0) throw new Error(`Of ${failed} cases and clients nobody was reminded of their key dates`);
}

type Owner = { applicationId: string | null; clientId: string | null };

/** Compares only the latest reminder that is past: `dueReminder` decides again, under a lock. */
async function ownersToRemind(now: Date, { daysBefore, since }: ReminderDays): Promise<Owner[]> {
  const most = daysBefore[0];
  if (most === undefined) return [];
  const today = nassauDay(now);
  const left = sql`${keyDates.endsOn} - ${today}::date`;
  const latest = sql`case ${sql.join(
    [...daysBefore].reverse().map((days) => sql`when ${left} <= ${days}::int then ${days}::int`),
    sql` `,
  )} end`;
  return db
    .selectDistinct({ applicationId: keyDates.applicationId, clientId: keyDates.clientId })
    .from(keyDates)
    .where(
      and(
        sql`${keyDates.endsOn} between ${today}::date and ${today}::date + ${most}::int`,
        sql`${keyDates.endsOn} - ${latest} >= greatest(${keyDates.remindersFrom}, ${since || "-infinity"}::date)`,
        sql`not exists (select from ${keyDateReminders} where ${keyDateReminders.keyDateId} = ${keyDates.id}
          and ${keyDateReminders.endsOn} = ${keyDates.endsOn} and ${keyDateReminders.days} <= ${latest})`,
        isRemindable(now),
      ),
    );
}

type Due = { keyDate: KeyDateRow & { endsOn: string } } & DueReminder;

async function remindOwner(tx: Transaction, owner: Owner, now: Date, { daysBefore, since }: ReminderDays) {
  // Waits for a concurrent run, which then has written what is due.
  const recipient = await lockRecipient(tx, owner);
  if (!recipient) return;
  const today = nassauDay(now);
  const keyDatesOfOwner = await remindableOf(
    tx,
    now,
    eq(owner.applicationId ? keyDates.applicationId : keyDates.clientId, recipient.id),
  );
  const rows = await tx
    .select()
    .from(keyDateReminders)
    .where(
      inArray(
        keyDateReminders.keyDateId,
        keyDatesOfOwner.map(({ id }) => id),
      ),
    );
  const due = keyDatesOfOwner.flatMap((keyDate): Due[] => {
    const { id, endsOn, remindersFrom } = keyDate;
    const had = rows.filter((row) => row.keyDateId === id && row.endsOn === endsOn).map(({ days }) => days);
    const reminder = dueReminder(
      { endsOn, from: remindersFrom > since ? remindersFrom : since, had },
      daysBefore,
      today,
    );
    return reminder ? [{ keyDate, ...reminder }] : [];
  });
  const dates = remindedDates.safeParse(due.map(({ keyDate, days }) => remindedDateOf(keyDate, days, today)));
  if (!dates.success) return;
  const mailId = await enqueueMail(tx, recipient.mail(dates.data));
  await tx
    .insert(keyDateReminders)
    .values(
      due.flatMap(({ keyDate: { id: keyDateId, endsOn }, days, passedOver }) => [
        { keyDateId, endsOn, days, mailId: mailId ?? null },
        ...passedOver.map((earlier) => ({ keyDateId, endsOn, days: earlier, passedOver: true })),
      ]),
    );
}

const remindableOf = async (from: Queryable, now: Date, which: SQL) => {
  const rows = await from
    .select()
    .from(keyDates)
    .where(and(which, isRemindable(now)));
  return rows.flatMap(({ endsOn, ...row }) => (endsOn === null ? [] : [{ ...row, endsOn }])).sort(byDay);
};

function remindedDateOf(keyDate: Due["keyDate"], days: number, today: string): RemindedDate {
  const { id, endsOn } = keyDate;
  return {
    ...{ id, endsOn, days, keyDate: mailedOf(keyDate, "added") },
    label: keyDateLabel(keyDate),
    sentence: describeKeyDate(keyDate, today),
    day: `${calendarLongDate(endsOn)}, ${describeDistance(keyDate, today)}`,
  };
}

/** Undefined once it was deleted. */
async function lockRecipient(tx: Transaction, { applicationId, clientId }: Owner) {
  if (applicationId) {
    const [row] = await tx.select().from(visaApplications).where(eq(visaApplications.id, applicationId)).for("update");
    if (!row) return undefined;
    const { applicationNumber, applicantName, userEmail: email } = row;
    const name = applicantName ?? "";
    return {
      id: applicationId,
      mail: (dates: RemindedDates) => ({
        ...{ kind: "key_date_reminder" as const, to: email, toName: name, applicationId },
        data: { name, email, applicationNumber, applicationId, dates },
      }),
    };
  }
  const [row] = await tx
    .select()
    .from(clients)
    .where(eq(clients.id, clientId ?? ""))
    .for("update");
  if (!row) return undefined;
  const { id, name, email, createdAt } = row;
  return {
    id,
    mail: (dates: RemindedDates) => ({
      ...{ kind: "client_reminder" as const, to: email, toName: name },
      data: { name, email, clientId: id, clientBefore: nassauDay(createdAt), dates },
    }),
  };
}

const stored = z.object({ dates: remindedDates });
type Mail = { id: string; templateData: StoredData };

/**
 * A mail may wait for the mail server while its dates change. It names those that are still to be reminded of, with the
 * days that are left now; without any it is not sent.
 */
async function readCurrent({ id: mailId, templateData }: Mail): Promise<StoredData | null> {
  const { data: { dates } = { dates: [] } } = stored.safeParse(templateData);
  const now = new Date();
  const today = nassauDay(now);
  const rows = await remindableOf(
    db,
    now,
    inArray(
      keyDates.id,
      dates.map(({ id }) => id),
    ),
  );
  const current = rows.flatMap((row) => {
    const mailed = dates.find(({ id, endsOn }) => id === row.id && endsOn === row.endsOn);
    return mailed && today <= row.endsOn ? [remindedDateOf(row, mailed.days, today)] : [];
  });
  const isLeftOut = notInArray(
    keyDateReminders.keyDateId,
    current.map(({ id }) => id),
  );
  // Not sent, so one that counts again on the same day, such as after an undo, is reminded of then.
  if (current.length < dates.length)
    await db.delete(keyDateReminders).where(and(eq(keyDateReminders.mailId, mailId), isLeftOut));
  return current.length > 0 ? { ...templateData, dates: current } : null;
}

const toClient = z.object({ clientId: z.string(), email: z.string() });

/**
 * Nothing goes to the former email of a client, which may be another person's. Its reminders are forgotten, so that the
 * next run sends them to the present one.
 */
async function readCurrentOfClient(mail: Mail): Promise<StoredData | null> {
  const { clientId, email } = toClient.parse(mail.templateData);
  const [client] = await db.select({ email: clients.email }).from(clients).where(eq(clients.id, clientId));
  if (!client || client.email.toLowerCase() === email.toLowerCase()) return readCurrent(mail);
  await db.delete(keyDateReminders).where(eq(keyDateReminders.mailId, mail.id));
  return null;
}
