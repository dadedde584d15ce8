import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { keyDates, keyDateReminders as reminders } from "~/db/schema/key-dates";
import { emailNotifications as mails } from "~/db/schema/mail";
import type { ReminderState } from "./reminder-words";

/**
 * SQL: whether a failed mail was followed by one that names the same key date, such as the same one sent again. Only
 * mails about a case are sent again, so they are found by it.
 */
const wasSentLater = sql<boolean>`${mails.status} = 'failed' and exists (select from email_notifications later
  where later.application_id = ${mails.applicationId} and later.created_at > ${mails.createdAt}
    and later.email_type = ${mails.emailType} and later.status <> 'failed'
    and later.template_data->'dates' @> jsonb_build_array(jsonb_build_object('id', ${keyDates.id})))`;

/** What became of the reminders of key dates, by key date: those of the present day of each. */
export async function reminderStates(from: Queryable, keyDateIds: readonly string[]) {
  const states = new Map<string, ReminderState>();
  if (keyDateIds.length === 0) return states;
  const rows = await from
    .select({
      id: keyDates.id,
      days: reminders.days,
      toldAs: reminders.toldAs,
      toldOn: reminders.toldOn,
      status: mails.status,
      bouncedAt: mails.bouncedAt,
      email: mails.recipientEmail,
      wasSentLater,
    })
    .from(keyDates)
    .leftJoin(
      reminders,
      and(eq(reminders.keyDateId, keyDates.id), eq(reminders.endsOn, keyDates.endsOn), eq(reminders.passedOver, false)),
    )
    .leftJoin(mails, eq(mails.id, reminders.mailId))
    .where(inArray(keyDates.id, [...keyDateIds]))
    .orderBy(asc(reminders.days));
  for (const row of rows) {
    const { id, days, toldAs, toldOn, status, bouncedAt, email } = row;
    const state: ReminderState = states.get(id) ?? { latest: null, sent: 0, problem: null, told: null };
    if (days !== null) {
      // Of an earlier one that failed, its recipient has heard since.
      const isLatest = state.latest === null;
      state.latest ??= days;
      if (status !== "failed") state.sent++;
      if (isLatest && toldAs && toldOn) state.told = { as: toldAs, on: toldOn };
      if (isLatest && !toldAs && status === "failed" && !row.wasSentLater)
        state.problem = bouncedAt ? { is: "bounced", email: email ?? "" } : { is: "failed" };
    }
    states.set(id, state);
  }
  return states;
}
