import { and, eq, isNull, min, type SQL, sql } from "drizzle-orm";
import { nassauZone } from "~/core/time";
import type { Queryable, Transaction } from "~/db/client.server";
import { caseTasks } from "~/db/schema/tasks";
import type { ApplicationStatus, TaskEvent } from "~/db/schema/values";

/** Open tasks of a case with one of these are closed with it: shown, but counted nowhere. */
export const closingStatuses: readonly ApplicationStatus[] = ["denied", "withdrawn"];

export const isTaskOpen = and(isNull(caseTasks.doneAt), isNull(caseTasks.removedAt));

const dayOf = (instant: SQL) => sql`(${instant} at time zone ${sql.raw(`'${nassauZone}'`)})::date`;

// The line of the status history is written after the status, in the same transaction: until then it is today.
const approvedOn = sql`case when a.status = 'approved' then coalesce((
  select case when l.to_status = 'approved' then ${dayOf(sql`l.created_at`)} end
  from application_status_history l
  where l.application_id = a.id and l.undone_at is null and l.from_status is distinct from l.to_status
  order by l.created_at desc limit 1), ${dayOf(sql`now()`)}) end`;

const firstExpiration = sql`(
  select min(d.ends_on) from key_dates d
  where d.application_id = a.id and a.status = 'approved' and d.suspended_at is null and d.settled_at is null
    and d.kind in ('visa', 'permit', 'entry_permission'))`;

/** The due day that a task has by its event, in terms of `k` (the task) and `a` (its application). */
const dueDays: Record<TaskEvent, SQL> = {
  submission: sql`${dayOf(sql`a.submitted_at`)} + k.days`,
  filing: sql`a.filed_on + k.days`,
  expected_decision: sql`a.decision_expected_by - k.days`,
  approval: sql`${approvedOn} + k.days`,
  expiration: sql`${firstExpiration} - k.days`,
};

const dueByEvent = sql`case k.event ${sql.join(
  Object.entries(dueDays).map(([event, day]) => sql`when ${sql.raw(`'${event}'`)} then ${day}`),
  sql` `,
)} end`;

/**
 * Moves the due days of a case's open tasks with their events, except those that were dated by hand. `updateTurn` does
 * it in every verb that changes a case; call it by itself only where no turn is updated.
 */
export async function refreshTaskDays(tx: Transaction, applicationId: string): Promise<void> {
  await tx.execute(sql`
    update case_tasks set due_on = w.due_on
    from (
      select k.id, ${dueByEvent} as due_on
      from case_tasks k join visa_applications a on a.id = k.application_id
      where k.application_id = ${applicationId} and k.event is not null and not k.is_dated_by_hand
        and k.done_at is null and k.removed_at is null
    ) w
    where case_tasks.id = w.id and case_tasks.due_on is distinct from w.due_on`);
}

/** The earliest due day of a case's open tasks. */
export async function firstTaskDay(from: Queryable, applicationId: string): Promise<string | null> {
  const [row] = await from
    .select({ day: min(caseTasks.dueOn) })
    .from(caseTasks)
    .where(and(eq(caseTasks.applicationId, applicationId), isTaskOpen));
  return row?.day ?? null;
}
